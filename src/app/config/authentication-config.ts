import type { AuthenticationOptions } from '../../server/authentication/index.js';
import type { KubeApiServerValues } from '../flags/index.js';
import { modesOf } from './authorization-config.js';
import { type OidcConfig, oidcConfig } from './oidc-config.js';

export interface AuthenticationConfig extends Omit<AuthenticationOptions, 'onError' | 'tokens' | 'metrics'> {
  readonly audiences: readonly string[];
  /** Whether the flag was given, as opposed to its default. */
  readonly isAnonymousGiven: boolean;
  /** --authentication-config */
  readonly file: string | undefined;
  readonly oidc: OidcConfig | undefined;
  readonly acceptsBootstrapTokens: boolean;
  readonly webhook: TokenWebhookConfig | undefined;
}

export interface TokenWebhookConfig {
  readonly kubeconfigFile: string;
  readonly version: 'v1' | 'v1beta1';
  readonly cacheMilliseconds: number;
}

export function authenticationConfig(flags: KubeApiServerValues, given: ReadonlySet<string>): AuthenticationConfig {
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
    // Unauthenticated users must not be allowed to do everything.
    anonymous: flags['anonymous-auth'] && !modesOf(flags).includes('AlwaysAllow'),
    isAnonymousGiven: given.has('anonymous-auth'),
    file: flags['authentication-config'] || undefined,
    oidc: oidcConfig(flags),
    acceptsBootstrapTokens: flags['enable-bootstrap-token-auth'],
    webhook: tokenWebhook(flags),
  };
}

function tokenWebhook(flags: KubeApiServerValues): TokenWebhookConfig | undefined {
  const kubeconfigFile = flags['authentication-token-webhook-config-file'];
  if (kubeconfigFile === '') return undefined;
  return {
    kubeconfigFile,
    version: flags['authentication-token-webhook-version'] === 'v1' ? 'v1' : 'v1beta1',
    cacheMilliseconds: flags['authentication-token-webhook-cache-ttl'],
  };
}
