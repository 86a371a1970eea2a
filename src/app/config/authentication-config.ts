import type { AuthenticationOptions } from '../../server/authentication/index.js';
import type { KubeApiServerValues } from '../flags/index.js';

export type AuthenticationConfig = Omit<AuthenticationOptions, 'onError' | 'tokens'>;

export function authenticationConfig(flags: KubeApiServerValues): AuthenticationConfig {
  const proxyAuthority = flags['requestheader-client-ca-file'];
  return {
    clientAuthorityFile: flags['client-ca-file'] || undefined,
    requestHeader: proxyAuthority
      ? {
          authorityFile: proxyAuthority,
          allowedNames: flags['requestheader-allowed-names'].filter(Boolean),
          usernameHeaders: flags['requestheader-username-headers'],
          uidHeaders: flags['requestheader-uid-headers'],
          groupHeaders: flags['requestheader-group-headers'],
          extraPrefixes: flags['requestheader-extra-headers-prefix'],
        }
      : undefined,
    tokenFile: flags['token-auth-file'] || undefined,
    audiences: flags['api-audiences'].length > 0 ? flags['api-audiences'] : flags['service-account-issuer'],
    anonymous: flags['anonymous-auth'],
  };
}
