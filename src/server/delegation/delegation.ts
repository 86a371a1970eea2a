import { every, systemClock } from '../../apimachinery/clock/index.js';
import type { RestClient } from '../../client/rest/index.js';
import {
  type Authenticator,
  anonymousUser,
  authenticatorOf,
  bearerToken,
  CertificateAuthorities,
  CertificateVerifier,
  clientCertificateUser,
  requestHeaderUser,
  webSocketToken,
} from '../authentication/index.js';
import { type Authorizer, privilegedGroups, unionOfAuthorizers } from '../authorization/index.js';
import { accessReviews } from './access-reviews.js';
import { type AuthenticationFacts, readAuthenticationFacts } from './front-proxy.js';
import { tokenReviews } from './token-reviews.js';

export interface DelegationOptions {
  /** Client of the main server. Its user must be allowed to create reviews, and to read that server's ConfigMap. */
  readonly client: RestClient;
  readonly onError?: (error: unknown) => void;
  /** How often the trusted authorities are read again from the main server. */
  readonly refreshMilliseconds?: number;
}

/**
 * Delegated authentication and authorization of an extension API server: the front proxy sends the user in headers,
 * client certificates and tokens are those of the main server, and access is checked there.
 */
export class Delegation {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** PEM of the authorities whose client certificates are accepted. */
  readonly clientAuthorities: readonly { readonly pem: string }[];
  readonly #cancelTimer: () => void;

  /** Rejects if the main server cannot be reached. */
  static async connect(options: DelegationOptions): Promise<Delegation> {
    return new Delegation(options, await readAuthenticationFacts(options.client));
  }

  private constructor(options: DelegationOptions, facts: AuthenticationFacts) {
    const { client, onError = () => undefined, refreshMilliseconds = 60_000 } = options;
    const { clientAuthorities, proxyAuthorities, headers } = facts;
    const pems = [proxyAuthorities, clientAuthorities];
    const [proxies, clients] = pems.map((pem) => (pem === '' ? undefined : CertificateAuthorities.of(pem)));
    const tokens = { tokens: tokenReviews(client), audiences: [] };
    const ways = [
      ...(proxies ? [requestHeaderUser({ ...headers, verifier: new CertificateVerifier(proxies) })] : []),
      ...(clients ? [clientCertificateUser(new CertificateVerifier(clients))] : []),
      bearerToken(tokens),
      webSocketToken(tokens),
    ];
    this.authenticator = authenticatorOf(ways, { authenticate: () => anonymousUser });
    this.authorizer = unionOfAuthorizers([
      privilegedGroups('system:masters'),
      healthForEverybody,
      accessReviews(client),
    ]);
    this.clientAuthorities = pems.filter((pem) => pem !== '').map((pem) => ({ pem }));
    const refresh = async (): Promise<void> => {
      const latest = await readAuthenticationFacts(client);
      if (latest.proxyAuthorities !== '') proxies?.replace(latest.proxyAuthorities);
      if (latest.clientAuthorities !== '') clients?.replace(latest.clientAuthorities);
    };
    this.#cancelTimer = every(systemClock, refreshMilliseconds, () => void refresh().catch(onError));
  }

  close(): void {
    this.#cancelTimer();
  }
}

const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);

/** Health probes have no credentials. */
const healthForEverybody: Authorizer = {
  authorize: async (_user, { path }) => ({ decision: healthPaths.has(path) ? 'allow' : 'no-opinion' }),
};
