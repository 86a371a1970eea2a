// Follows cmd/kube-controller-manager/app/options/options.go (v1.36)

import { controllerNames, unknownNames } from '../../controllers/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';
import type { KeyPairSource, PemSource } from '../../server/http/index.js';
import { type LeaderElectionConfig, leaderElectionConfig, type leaderElectionFlags } from './leader-election-config.js';

export const controllersFlags = inGroup('misc', {
  controllers: {
    type: 'strings',
    default: [],
    help: "Controllers of kube-controller-manager to run in this process: '*' for all that there are, 'foo' for the one of that name, '-foo' for all but that one, '' for none. Unset: those that keep a cluster tidy run in `trestle`, none in `kube-apiserver`",
    options: () => ['Controllers are:', ...controllerNames],
    validate: (selection) =>
      unknownNames(selection, controllerNames).map((name) => `"${name}" is not in the list of known controllers`),
  },
  'simulate-nodes': {
    type: 'int',
    default: 0,
    help: 'Number of nodes to simulate in this process: pods are scheduled to them, and run without containers. All controllers run with them, unless --controllers selects some',
    validate: (nodes) => (nodes < 0 || nodes > 10_000 ? ['must be between 0 and 10000'] : []),
  },
  'simulation-stages': {
    type: 'strings',
    default: [],
    help: 'Files with stages of your own for --simulate-nodes: which objects, when, and what status they get',
  },
  'cluster-signing-cert-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate of the authority by which --controllers signs CertificateSigningRequests; unset: they are not signed',
  },
  'cluster-signing-key-file': {
    type: 'string',
    default: '',
    help: 'File with the key of --cluster-signing-cert-file',
  },
  'cluster-signing-duration': {
    type: 'duration',
    default: 365 * 24 * 60 * 60 * 1000,
    help: 'Longest life of the certificates that --controllers signs',
    validate: (duration) => (duration > 0 ? [] : ['must be greater than 0']),
  },
  'root-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificates by which pods verify this server; --controllers publishes it in every namespace',
  },
});

export interface ControllersConfig {
  readonly selection: readonly string[];
  readonly rootCertificates: PemSource | undefined;
  /** Undefined: certificates are not signed. */
  readonly signing: (KeyPairSource & { readonly longestMilliseconds: number }) | undefined;
  /** Number of nodes. */
  readonly simulatedNodes: number;
  readonly stagesFiles: readonly string[];
  /** Of servers that share a storage; undefined: all of them run controllers. */
  readonly election: LeaderElectionConfig | undefined;
}

type ControllersFlags = FlagValues<typeof controllersFlags & typeof leaderElectionFlags>;

export function controllersConfig(flags: ControllersFlags, given: ReadonlySet<string>): ControllersConfig {
  const simulatedNodes = flags['simulate-nodes'];
  const [certificateFile, keyFile] = [flags['cluster-signing-cert-file'], flags['cluster-signing-key-file']];
  return {
    selection: simulatedNodes > 0 && !given.has('controllers') ? ['*'] : flags.controllers,
    rootCertificates: flags['root-ca-file'] ? { file: flags['root-ca-file'] } : undefined,
    signing:
      certificateFile && keyFile
        ? {
            certificate: { file: certificateFile },
            key: { file: keyFile },
            longestMilliseconds: flags['cluster-signing-duration'],
          }
        : undefined,
    simulatedNodes,
    stagesFiles: flags['simulation-stages'],
    election: leaderElectionConfig(flags),
  };
}
