import type { KubeApiServerValues } from '../flags/index.js';

export interface ServiceAccountConfig {
  /** The first one issues new tokens. */
  readonly issuers: readonly string[];
  readonly signingKeyFile: string;
  readonly keyFiles: readonly string[];
  /** Whether a token stored in a secret is valid only while the secret exists. */
  readonly lookup: boolean;
  /** 0: no limit. */
  readonly maxExpirationSeconds: number;
  readonly extendExpiration: boolean;
  readonly keysUrl: string;
  readonly externalAddress: string;
}

/** `host`: the host that clients use. */
export function serviceAccountConfig(flags: KubeApiServerValues, host: string): ServiceAccountConfig {
  return {
    issuers: flags['service-account-issuer'],
    signingKeyFile: flags['service-account-signing-key-file'],
    keyFiles: flags['service-account-key-file'],
    lookup: flags['service-account-lookup'],
    maxExpirationSeconds: flags['service-account-max-token-expiration'] / 1000,
    extendExpiration: flags['service-account-extend-token-expiration'],
    keysUrl: flags['service-account-jwks-uri'],
    externalAddress: `${host.includes(':') ? `[${host}]` : host}:${flags['secure-port']}`,
  };
}
