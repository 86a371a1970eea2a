import type { JwtConfiguration } from '../../server/authentication/jwt/index.js';
import type { KubeApiServerValues } from '../flags/index.js';

/** A token issuer from the `--oidc-*` flags. */
export interface OidcConfig {
  readonly configuration: JwtConfiguration;
  readonly authorityFile: string | undefined;
  readonly algorithms: readonly string[];
}

export function oidcConfig(flags: KubeApiServerValues): OidcConfig | undefined {
  const [url, clientId] = [flags['oidc-issuer-url'], flags['oidc-client-id']];
  const groupsClaim = flags['oidc-groups-claim'];
  if (flags['authentication-config'] !== '' || url === '' || clientId === '') return undefined;
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
function usernamePrefix(flags: KubeApiServerValues): string {
  const prefix = flags['oidc-username-prefix'];
  if (prefix === '-') return '';
  return prefix === '' && flags['oidc-username-claim'] !== 'email' ? `${flags['oidc-issuer-url']}#` : prefix;
}

const signingAlgorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'];

/** The problems with the flags, in kube-apiserver's words. */
export function validateOidc(flags: KubeApiServerValues, given: ReadonlySet<string>): string[] {
  const isAnyGiven = [...given].some((name) => name.startsWith('oidc-'));
  if (flags['authentication-config'] !== '') {
    return isAnyGiven ? ['authentication-config file and oidc-* flags are mutually exclusive'] : [];
  }
  if (isAnyGiven && (flags['oidc-issuer-url'] === '' || flags['oidc-client-id'] === '')) {
    return ['oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set'];
  }
  return flags['oidc-signing-algs']
    .filter((algorithm) => !signingAlgorithms.includes(algorithm))
    .map((algorithm) => `oidc: unsupported signing alg: ${JSON.stringify(algorithm)}`);
}
