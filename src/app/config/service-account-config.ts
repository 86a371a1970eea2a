import type { KubeApiServerValues } from '../flags/index.js';

export interface ServiceAccountConfig {
  /** The first one is that of new tokens. */
  readonly issuers: readonly string[];
  readonly signingKeyFile: string;
  readonly keyFiles: readonly string[];
  /** Whether tokens that are kept in secrets count only as long as they are. */
  readonly lookup: boolean;
  /** 0: as long as they are asked for. */
  readonly maxExpirationSeconds: number;
  readonly extendExpiration: boolean;
  readonly keysUrl: string;
  readonly externalAddress: string;
}

/** `host`: where clients reach the server. */
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
