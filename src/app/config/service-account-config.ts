// Follows pkg/kubeapiserver/options/authentication.go (v1.36)

import { type FlagValues, inGroup } from '../../server/flags/index.js';
import type { PemSource } from '../../server/http/index.js';

export const serviceAccountFlags = {
  ...inGroup('authentication', {
    'service-account-extend-token-expiration': {
      type: 'bool',
      default: true,
      help: 'Extend the lifetime of projected service account tokens, which helps clients that do not reload them',
    },
    'service-account-issuer': {
      type: 'stringArray',
      default: [],
      help: 'Issuer of service account tokens; if given several times, the first one issues tokens and all are accepted',
      validate: (issuers) => issuers.flatMap(issuerProblem),
    },
    'service-account-jwks-uri': {
      type: 'string',
      default: '',
      help: 'URI of the JSON Web Key Set in the document at /.well-known/openid-configuration',
    },
    'service-account-key-file': {
      type: 'stringArray',
      default: [],
      help: 'File with keys that verify service account tokens; may be repeated; if unset, --service-account-signing-key-file',
    },
    'service-account-lookup': {
      type: 'bool',
      default: true,
      help: 'Reject tokens whose ServiceAccount no longer exists',
    },
    'service-account-max-token-expiration': {
      type: 'duration',
      default: 0,
      help: 'Maximum lifetime of a service account token',
      validate: expirationProblem,
    },
  }),
  ...inGroup('misc', {
    'service-account-signing-endpoint': {
      type: 'string',
      default: '',
      help: 'Unix socket of an external signer of service account tokens, or @name of an abstract one; excludes --service-account-signing-key-file and --service-account-key-file',
    },
    'service-account-signing-key-file': {
      type: 'string',
      default: '',
      help: 'File with the private key that signs service account tokens',
    },
  }),
};

type ServiceAccountFlags = FlagValues<typeof serviceAccountFlags>;

export interface ServiceAccountConfig {
  /** The first one issues new tokens. */
  readonly issuers: readonly string[];
  readonly signingKey: PemSource;
  /** --service-account-signing-endpoint; undefined: this server has the key. */
  readonly signer: string | undefined;
  readonly keyFiles: readonly string[];
  /** Whether a token stored in a secret is valid only while the secret exists. */
  readonly lookup: boolean;
  /** 0: no limit. */
  readonly maxExpirationSeconds: number;
  readonly extendExpiration: boolean;
  readonly keysUrl: string;
  readonly externalAddress: string;
}

/** `externalAddress`: host and port that clients use. */
export function serviceAccountConfig(flags: ServiceAccountFlags, externalAddress: string): ServiceAccountConfig {
  return {
    issuers: flags['service-account-issuer'],
    signingKey: { file: flags['service-account-signing-key-file'] },
    signer: flags['service-account-signing-endpoint'] || undefined,
    keyFiles: flags['service-account-key-file'],
    lookup: flags['service-account-lookup'],
    maxExpirationSeconds: flags['service-account-max-token-expiration'] / 1000,
    extendExpiration: flags['service-account-extend-token-expiration'],
    keysUrl: flags['service-account-jwks-uri'],
    externalAddress,
  };
}

export function validateServiceAccounts(flags: ServiceAccountFlags): string[] {
  const endpoint = flags['service-account-signing-endpoint'];
  if (endpoint !== '') return endpointProblems(endpoint, flags);
  if (flags['service-account-issuer'].length > 0 && flags['service-account-signing-key-file'] !== '') return [];
  return ['--service-account-signing-key-file and --service-account-issuer are required flags'];
}

const abstractSocket = /^@[\w-]+(?:\.[\w-]+)*$/;

function endpointProblems(endpoint: string, flags: ServiceAccountFlags): string[] {
  const hasKeys = flags['service-account-signing-key-file'] !== '' || flags['service-account-key-file'].length > 0;
  const both = "can't set `--service-account-signing-key-file` and/or `--service-account-key-file` with";
  const isBadName = endpoint.startsWith('@') && !abstractSocket.test(endpoint);
  const badName = `invalid value ${JSON.stringify(endpoint)} passed for \`--service-account-signing-endpoint\``;
  return [
    ...(hasKeys ? [`${both} \`--service-account-signing-endpoint\` (They are mutually exclusive)`] : []),
    ...(isBadName ? [`${badName}, when prefixed with @ must be a valid abstract socket name`] : []),
    ...(flags['service-account-issuer'].length === 0 ? ['service-account-issuer is a required flag'] : []),
  ];
}

function issuerProblem(issuer: string, index: number, issuers: readonly string[]): string[] {
  if (issuer === '') return ['service-account-issuer should not be an empty string'];
  if (issuers.indexOf(issuer) < index) return [`service-account-issuer "${issuer}" is already specified`];
  if (!issuer.includes(':') || URL.canParse(issuer)) return [];
  return [`service-account-issuer "${issuer}" contained a ':' but was not a valid URL`];
}

function expirationProblem(expiration: number): string[] {
  if (expiration === 0 || (expiration >= 3_600_000 && expiration <= 2 ** 32 * 1000)) return [];
  return ['the service-account-max-token-expiration must be between 1 hour and 2^32 seconds'];
}
