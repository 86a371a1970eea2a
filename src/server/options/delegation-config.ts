// Follows staging/src/k8s.io/apiserver/pkg/server/options/authentication.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/authorization.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/coreapi.go (v1.36)

import { isInCluster } from '../../client/kubeconfig/index.js';
import { type FlagValues, inGroup, notNegative } from '../flags/index.js';

/** Authentication and authorization by the main server of a cluster. */
export const delegationFlags = {
  ...inGroup('authentication', {
    'authentication-kubeconfig': {
      type: 'string',
      default: '',
      help: 'Kubeconfig file of the server that reviews tokens; if unset, --kubeconfig, and in a pod the cluster of the pod',
    },
    'authentication-skip-lookup': {
      type: 'bool',
      default: false,
      help: 'Do not read the missing authentication settings from the cluster',
    },
    'authentication-token-webhook-cache-ttl': {
      type: 'duration',
      default: 10_000,
      help: 'How long the results of TokenReviews are cached',
      validate: notNegative,
    },
    'authentication-tolerate-lookup-failure': {
      type: 'bool',
      default: false,
      help: 'Start even if the authentication settings cannot be read from the cluster; front proxies and client certificates are not accepted then',
    },
    'client-ca-file': {
      type: 'string',
      default: '',
      help: 'File with the certificate authorities of client certificates; if unset, those of the cluster',
    },
    'requestheader-allowed-names': {
      type: 'strings',
      default: [],
      help: 'Common names of the client certificates of proxies that authenticate users; if empty, all that --requestheader-client-ca-file verifies',
    },
    'requestheader-client-ca-file': {
      type: 'string',
      default: '',
      help: 'File with the certificate authorities of proxies that authenticate users; if unset, those of the cluster',
    },
    'requestheader-extra-headers-prefix': {
      type: 'strings',
      default: ['x-remote-extra-'],
      help: 'Prefixes of request headers with extra information about the user',
    },
    'requestheader-group-headers': {
      type: 'strings',
      default: ['x-remote-group'],
      help: 'Request headers with the groups',
    },
    'requestheader-uid-headers': { type: 'strings', default: ['x-remote-uid'], help: 'Request headers with the UID' },
    'requestheader-username-headers': {
      type: 'strings',
      default: ['x-remote-user'],
      help: 'Request headers with the user name',
    },
  }),
  ...inGroup('authorization', {
    'authorization-always-allow-paths': {
      type: 'strings',
      default: ['/healthz', '/readyz', '/livez'],
      help: 'Paths that are allowed without authorization; one that ends with * stands for all paths that begin so',
    },
    'authorization-kubeconfig': {
      type: 'string',
      default: '',
      help: 'Kubeconfig file of the server that reviews access; if unset, --kubeconfig, and in a pod the cluster of the pod',
    },
    'authorization-webhook-cache-authorized-ttl': {
      type: 'duration',
      default: 10_000,
      help: 'How long SubjectAccessReviews that allow are cached',
      validate: notNegative,
    },
    'authorization-webhook-cache-unauthorized-ttl': {
      type: 'duration',
      default: 10_000,
      help: 'How long SubjectAccessReviews that do not allow are cached',
      validate: notNegative,
    },
    'insecure-allow-all': {
      type: 'bool',
      default: false,
      help: 'Run without a cluster: every client may do everything, without credentials. For development; only this machine can connect, unless --bind-address is given',
    },
  }),
  ...inGroup('misc', {
    kubeconfig: {
      type: 'string',
      default: '',
      help: 'Kubeconfig file of the cluster that this server extends; if unset, in a pod the cluster of the pod',
    },
  }),
};

export type DelegationFlags = FlagValues<typeof delegationFlags>;

/** A kubeconfig file, or the cluster that the process runs in. */
export type ClusterSource = { readonly file: string } | 'in-cluster';

export interface DelegationConfig {
  /** The servers that are called. */
  readonly cluster: ClusterSource;
  readonly authentication: ClusterSource;
  readonly authorization: ClusterSource;
  readonly lookup: 'required' | 'tolerated' | 'skipped';
  readonly clientAuthorityFile: string | undefined;
  readonly proxy: {
    readonly authorityFile: string | undefined;
    readonly allowedNames: readonly string[];
    readonly usernameHeaders: readonly string[];
    readonly uidHeaders: readonly string[];
    readonly groupHeaders: readonly string[];
    readonly extraPrefixes: readonly string[];
  };
  readonly cache: {
    readonly tokenMilliseconds: number;
    readonly allowedMilliseconds: number;
    readonly deniedMilliseconds: number;
  };
  readonly openPaths: readonly string[];
}

/** Undefined: every client may do everything. Expects valid flags. */
export function delegationConfig(flags: DelegationFlags): DelegationConfig | undefined {
  if (flags['insecure-allow-all']) return undefined;
  const source = (file: string): ClusterSource => (file === '' ? 'in-cluster' : { file });
  return {
    cluster: source(flags.kubeconfig),
    authentication: source(flags['authentication-kubeconfig'] || flags.kubeconfig),
    authorization: source(flags['authorization-kubeconfig'] || flags.kubeconfig),
    lookup: lookupOf(flags),
    clientAuthorityFile: flags['client-ca-file'] || undefined,
    proxy: {
      authorityFile: flags['requestheader-client-ca-file'] || undefined,
      allowedNames: flags['requestheader-allowed-names'].filter(Boolean),
      usernameHeaders: flags['requestheader-username-headers'],
      uidHeaders: flags['requestheader-uid-headers'],
      groupHeaders: flags['requestheader-group-headers'],
      extraPrefixes: flags['requestheader-extra-headers-prefix'],
    },
    cache: {
      tokenMilliseconds: flags['authentication-token-webhook-cache-ttl'],
      allowedMilliseconds: flags['authorization-webhook-cache-authorized-ttl'],
      deniedMilliseconds: flags['authorization-webhook-cache-unauthorized-ttl'],
    },
    openPaths: flags['authorization-always-allow-paths'],
  };
}

function lookupOf(flags: DelegationFlags): DelegationConfig['lookup'] {
  if (flags['authentication-skip-lookup']) return 'skipped';
  return flags['authentication-tolerate-lookup-failure'] ? 'tolerated' : 'required';
}

const kubeconfigFlags = ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'] as const;

/** A server is never open to every client unless a flag says so. */
export function validateDelegation(flags: DelegationFlags, env: NodeJS.ProcessEnv = process.env): string[] {
  const given = kubeconfigFlags.filter((name) => flags[name] !== '');
  if (flags['insecure-allow-all']) {
    if (given.length === 0) return [];
    return [`--insecure-allow-all excludes ${given.map((name) => `--${name}`).join(', ')}`];
  }
  const hasNone = flags.kubeconfig === '' && given.length < 2 && !isInCluster(env);
  if (!hasNone) return [];
  return [
    'no cluster to delegate authentication and authorization to: give --kubeconfig, run in a pod, or let every client do ' +
      'everything with --insecure-allow-all',
  ];
}
