// Follows pkg/kubeapiserver/options/authentication.go (v1.36)

import type { JwtConfiguration } from '../../server/authentication/jwt/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';

export const oidcFlags = inGroup('authentication', {
  'oidc-ca-file': {
    type: 'string',
    default: '',
    help: 'File with the certificate authorities that verify the certificate of the OpenID provider',
  },
  'oidc-client-id': { type: 'string', default: '', help: 'Audience that an ID token must contain' },
  'oidc-groups-claim': { type: 'string', default: '', help: 'Claim of the ID token that holds the groups' },
  'oidc-groups-prefix': { type: 'string', default: '', help: 'Prefix that is added to all groups' },
  'oidc-issuer-url': { type: 'string', default: '', help: 'URL of the OpenID provider; its scheme must be https' },
  'oidc-required-claim': {
    type: 'map',
    default: new Map(),
    help: 'Claim that an ID token must have, as claim=value; may be repeated',
  },
  'oidc-signing-algs': { type: 'strings', default: ['RS256'], help: 'Accepted signing algorithms of ID tokens' },
  'oidc-username-claim': { type: 'string', default: 'sub', help: 'Claim of the ID token that holds the user name' },
  'oidc-username-prefix': { type: 'string', default: '', help: 'Prefix that is added to all user names' },
});

export type OidcFlags = FlagValues<typeof oidcFlags>;

/** A token issuer from the `--oidc-*` flags. */
export interface OidcConfig {
  readonly configuration: JwtConfiguration;
  readonly authorityFile: string | undefined;
  readonly algorithms: readonly string[];
}

export function oidcConfig(flags: OidcFlags): OidcConfig | undefined {
  const [url, clientId] = [flags['oidc-issuer-url'], flags['oidc-client-id']];
  const groupsClaim = flags['oidc-groups-claim'];
  if (url === '' || clientId === '') return undefined;
  return {
    algorithms: flags['oidc-signing-algs'],
    authorityFile: flags['oidc-ca-file'] || undefined,
    configuration: {
      issuer: {
        url,
        discoveryURL: '',
        certificateAuthority: '',
        audiences: [clientId],
        audienceMatchPolicy: '',
        egressSelectorType: '',
      },
      claimValidationRules: [...flags['oidc-required-claim']].map(([claim, requiredValue]) => ({
        claim,
        requiredValue,
        expression: '',
        message: '',
      })),
      claimMappings: {
        username: { claim: flags['oidc-username-claim'], prefix: usernamePrefix(flags), expression: '' },
        groups: {
          claim: groupsClaim,
          prefix: groupsClaim === '' ? undefined : flags['oidc-groups-prefix'],
          expression: '',
        },
        uid: { claim: '', expression: '' },
        extra: [],
      },
      userValidationRules: [],
    },
  };
}

/** `-` means none; if unset, user names that are unique only per issuer get the issuer as their prefix. */
function usernamePrefix(flags: OidcFlags): string {
  const prefix = flags['oidc-username-prefix'];
  if (prefix === '-') return '';
  return prefix === '' && flags['oidc-username-claim'] !== 'email' ? `${flags['oidc-issuer-url']}#` : prefix;
}

const signingAlgorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'];

/** The problems with the flags, in kube-apiserver's words. */
export function validateOidc(
  flags: OidcFlags,
  { given, hasFile }: { given: ReadonlySet<string>; hasFile: boolean },
): string[] {
  const isAnyGiven = [...given].some((name) => name.startsWith('oidc-'));
  if (hasFile) {
    return isAnyGiven ? ['authentication-config file and oidc-* flags are mutually exclusive'] : [];
  }
  if (isAnyGiven && (flags['oidc-issuer-url'] === '' || flags['oidc-client-id'] === '')) {
    return ['oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set'];
  }
  return flags['oidc-signing-algs']
    .filter((algorithm) => !signingAlgorithms.includes(algorithm))
    .map((algorithm) => `oidc: unsupported signing alg: ${JSON.stringify(algorithm)}`);
}
