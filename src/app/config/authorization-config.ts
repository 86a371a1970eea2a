// Follows pkg/kubeapiserver/options/authorization.go (v1.36)

import type { AuthorizerConfiguration } from '../../server/authorization/configuration/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';

export const authorizationFlags = inGroup('authorization', {
  'authorization-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthorizationConfiguration, reloaded when it changes; excludes --authorization-mode and --authorization-webhook-*',
  },
  'authorization-mode': {
    type: 'strings',
    default: [],
    help: 'Authorizers, in the order in which they are consulted: AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC, Node; if unset, AlwaysAllow',
  },
  'authorization-policy-file': { type: 'string', default: '', help: 'Policy file for --authorization-mode=ABAC' },
  'authorization-webhook-cache-authorized-ttl': {
    type: 'duration',
    default: 300_000,
    help: "How long the webhook's decisions to allow are cached",
  },
  'authorization-webhook-cache-unauthorized-ttl': {
    type: 'duration',
    default: 30_000,
    help: "How long the webhook's decisions not to allow are cached",
  },
  'authorization-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig file of the webhook for --authorization-mode=Webhook',
  },
  'authorization-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of SubjectAccessReview to send to the webhook: v1 or v1beta1',
  },
});

export type AuthorizationFlags = FlagValues<typeof authorizationFlags>;

export interface AuthorizationConfig {
  /** --authorization-config: takes precedence over the other flags. */
  readonly file: string | undefined;
  /** From the other flags. */
  readonly authorizers: readonly AuthorizerConfiguration[];
  /** --authorization-policy-file */
  readonly policyFile: string | undefined;
}

export function authorizationConfig(flags: AuthorizationFlags): AuthorizationConfig {
  return {
    file: flags['authorization-config'] || undefined,
    authorizers: modesOf(flags).map((type) => authorizerOf(type, flags)),
    policyFile: flags['authorization-policy-file'] || undefined,
  };
}

/** None if a file configures the authorizers. */
export function modesOf(flags: AuthorizationFlags): readonly string[] {
  if (flags['authorization-config'] !== '') return [];
  return flags['authorization-mode'].length > 0 ? flags['authorization-mode'] : ['AlwaysAllow'];
}

function authorizerOf(type: string, flags: AuthorizationFlags): AuthorizerConfiguration {
  if (type !== 'Webhook') return { type, name: type.toLowerCase() };
  const authorizedTTL = flags['authorization-webhook-cache-authorized-ttl'];
  const unauthorizedTTL = flags['authorization-webhook-cache-unauthorized-ttl'];
  return {
    type,
    name: 'default',
    webhook: {
      authorizedTTL,
      cacheAuthorizedRequests: authorizedTTL !== 0,
      unauthorizedTTL,
      cacheUnauthorizedRequests: unauthorizedTTL !== 0,
      timeout: 30_000,
      subjectAccessReviewVersion: flags['authorization-webhook-version'],
      matchConditionSubjectAccessReviewVersion: '',
      failurePolicy: 'NoOpinion',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: flags['authorization-webhook-config-file'] },
      matchConditions: [],
    },
  };
}

const legacyFlags = [
  'authorization-mode',
  'authorization-webhook-config-file',
  'authorization-webhook-version',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl',
];
const knownModes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];

/** The problems with the flags, in kube-apiserver's words; files are checked later. */
export function validateAuthorization(flags: AuthorizationFlags, given: ReadonlySet<string>): string[] {
  if (flags['authorization-config'] !== '') {
    if (!legacyFlags.some((name) => given.has(name))) return [];
    return [
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    ];
  }
  const modes = modesOf(flags);
  const policyFile = flags['authorization-policy-file'];
  const webhookFile = flags['authorization-webhook-config-file'];
  return [
    ...modes.flatMap((mode) => [
      ...(knownModes.includes(mode) ? [] : [`authorization-mode ${JSON.stringify(mode)} is not a valid mode`]),
      ...(mode === 'ABAC' && policyFile === ''
        ? ["authorization-mode ABAC's authorization policy file not passed"]
        : []),
      ...(mode === 'Webhook' && webhookFile === ''
        ? ["authorization-mode Webhook's authorization config file not passed"]
        : []),
    ]),
    ...(policyFile !== '' && !modes.includes('ABAC')
      ? ['cannot specify --authorization-policy-file without mode ABAC']
      : []),
    ...(webhookFile !== '' && !modes.includes('Webhook')
      ? ['cannot specify --authorization-webhook-config-file without mode Webhook']
      : []),
    ...(new Set(modes).size < modes.length
      ? [
          `authorization-mode [${modes.map((mode) => JSON.stringify(mode)).join(' ')}] has mode specified more than once`,
        ]
      : []),
    ...validateVersion(flags),
  ];
}

function validateVersion(flags: AuthorizationFlags): string[] {
  const version = flags['authorization-webhook-version'];
  if (flags['authorization-webhook-config-file'] === '' || ['v1', 'v1beta1'].includes(version)) return [];
  const supported = 'supported versions are "v1", "v1beta1"';
  return [`unsupported webhook authorizer version ${JSON.stringify(version)}, ${supported}`];
}
