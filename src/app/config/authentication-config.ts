// Follows pkg/kubeapiserver/options/authentication.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/authentication.go (v1.36)

import type { AuthenticationOptions } from '../../server/authentication/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';
import { type AuthorizationFlags, modesOf } from './authorization-config.js';
import { type FeaturesFlags, featuresConfig } from './features-config.js';
import { type OidcConfig, type OidcFlags, oidcConfig, validateOidc } from './oidc-config.js';

export const authenticationFlags = inGroup('authentication', {
  'anonymous-auth': {
    type: 'bool',
    default: true,
    help: 'Accept requests without credentials as user system:anonymous in group system:unauthenticated',
  },
  'api-audiences': {
    type: 'strings',
    default: [],
    help: 'Audiences of this API server, one of which a service account token must contain; if unset, the first --service-account-issuer',
  },
  'authentication-config': {
    type: 'string',
    default: '',
    help: 'File with an AuthenticationConfiguration, reloaded when it changes; excludes the --oidc-* flags',
  },
  'authentication-token-webhook-cache-ttl': {
    type: 'duration',
    default: 120_000,
    help: 'How long responses of the token webhook are cached',
  },
  'authentication-token-webhook-config-file': {
    type: 'string',
    default: '',
    help: 'Kubeconfig file of the webhook that authenticates bearer tokens',
  },
  'authentication-token-webhook-version': {
    type: 'string',
    default: 'v1beta1',
    help: 'Version of TokenReview to send to the webhook: v1 or v1beta1',
    validate: versionProblem,
  },
  'client-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authorities of client certificates; the common name becomes the user name, the organizations become the groups',
  },
  'enable-bootstrap-token-auth': {
    type: 'bool',
    default: false,
    help: 'Accept bootstrap tokens stored as Secrets of type bootstrap.kubernetes.io/token in kube-system',
  },
  'requestheader-allowed-names': {
    type: 'strings',
    default: [],
    help: 'Common names of client certificates that may set the --requestheader-username-headers; if empty, any certificate signed by --requestheader-client-ca-file may',
  },
  'requestheader-client-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authorities of proxies that authenticate users',
  },
  'requestheader-extra-headers-prefix': {
    type: 'strings',
    default: [],
    help: 'Prefixes of request headers with extra information about the user, such as X-Remote-Extra-',
  },
  'requestheader-group-headers': {
    type: 'strings',
    default: [],
    help: 'Request headers with the groups, such as X-Remote-Group',
  },
  'requestheader-uid-headers': {
    type: 'strings',
    default: [],
    help: 'Request headers with the UID, such as X-Remote-Uid',
  },
  'requestheader-username-headers': {
    type: 'strings',
    default: [],
    help: 'Request headers with the user name, such as X-Remote-User',
  },
  'token-auth-file': {
    type: 'string',
    default: '',
    help: 'CSV file with static tokens: token,user,uid,"group1,group2"',
  },
});

export type AuthenticationFlags = FlagValues<typeof authenticationFlags>;

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

/** `issuers`: those of service account tokens, which are also the audiences if none are set. */
export function authenticationConfig(
  flags: AuthenticationFlags & OidcFlags & AuthorizationFlags,
  { given, issuers }: { given: ReadonlySet<string>; issuers: readonly string[] },
): AuthenticationConfig {
  const proxyAuthority = flags['requestheader-client-ca-file'];
  return {
    clientAuthorities: flags['client-ca-file'] ? { file: flags['client-ca-file'] } : undefined,
    requestHeader: proxyAuthority
      ? {
          authorities: { file: proxyAuthority },
          allowedNames: flags['requestheader-allowed-names'].filter(Boolean),
          usernameHeaders: flags['requestheader-username-headers'],
          uidHeaders: flags['requestheader-uid-headers'],
          groupHeaders: flags['requestheader-group-headers'],
          extraPrefixes: flags['requestheader-extra-headers-prefix'],
        }
      : undefined,
    tokenFile: flags['token-auth-file'] || undefined,
    audiences: flags['api-audiences'].length > 0 ? flags['api-audiences'] : issuers,
    // Unauthenticated users must not be allowed to do everything.
    anonymous: flags['anonymous-auth'] && !modesOf(flags).includes('AlwaysAllow'),
    isAnonymousGiven: given.has('anonymous-auth'),
    file: flags['authentication-config'] || undefined,
    oidc: flags['authentication-config'] === '' ? oidcConfig(flags) : undefined,
    acceptsBootstrapTokens: flags['enable-bootstrap-token-auth'],
    webhook: tokenWebhook(flags),
  };
}

function tokenWebhook(flags: AuthenticationFlags): TokenWebhookConfig | undefined {
  const kubeconfigFile = flags['authentication-token-webhook-config-file'];
  if (kubeconfigFile === '') return undefined;
  return {
    kubeconfigFile,
    version: flags['authentication-token-webhook-version'] === 'v1' ? 'v1' : 'v1beta1',
    cacheMilliseconds: flags['authentication-token-webhook-cache-ttl'],
  };
}

/** The files with the authorities of client certificates. */
export function clientAuthorities(flags: AuthenticationFlags): string[] {
  return [flags['client-ca-file'], flags['requestheader-client-ca-file']].filter(Boolean);
}

export function validateAuthentication(
  flags: AuthenticationFlags & OidcFlags & FeaturesFlags,
  given: ReadonlySet<string>,
): string[] {
  const hasNoHeaders =
    flags['requestheader-client-ca-file'] !== '' && flags['requestheader-username-headers'].length === 0;
  return [
    ...(hasNoHeaders ? ['--requestheader-client-ca-file needs --requestheader-username-headers'] : []),
    ...uidProblems(flags),
    ...validateOidc(flags, { given, hasFile: flags['authentication-config'] !== '' }),
  ];
}

function uidProblems(flags: AuthenticationFlags & FeaturesFlags): string[] {
  const isUsable = featuresConfig(flags).features.isEnabled('RemoteRequestHeaderUID');
  if (isUsable || flags['requestheader-uid-headers'].length === 0) return [];
  return ['--requestheader-uid-headers requires the "RemoteRequestHeaderUID" feature to be enabled'];
}

function versionProblem(version: string): string[] {
  if (['v1', 'v1beta1'].includes(version)) return [];
  const supported = 'supported versions are "v1", "v1beta1"';
  return [`unsupported authentication webhook version ${JSON.stringify(version)}, ${supported}`];
}
