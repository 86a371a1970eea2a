// Follows staging/src/k8s.io/apiserver/pkg/server/options/authentication.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/authorization.go (v1.36)

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
import { type AccessReviewsOptions, accessReviews } from './access-reviews.js';
import { type AuthenticationFacts, authenticationFacts, type FactsOptions } from './front-proxy.js';
import { tokenReviews } from './token-reviews.js';

/** Options of a `Delegation`. */
export interface DelegationOptions extends FactsOptions, AccessReviewsOptions {
  /** Client of the main server. Its user must be allowed to create reviews, and to read that server's ConfigMap. */
  readonly client: RestClient;
  /** Client of the server that reviews access. Unset: `client`. */
  readonly accessClient?: RestClient | undefined;
  readonly onError?: (error: unknown) => void;
  /** How often the trusted authorities are read again from the main server. */
  readonly refreshMilliseconds?: number;
  /** How long the owner of a token is cached. Unset: ten seconds. */
  readonly tokenMilliseconds?: number | undefined;
  /** Paths that every client may read; `*` at the end stands for any rest. Unset: the health endpoints. */
  readonly openPaths?: readonly string[] | undefined;
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
    return new Delegation(options, await factsFor(options));
  }

  private constructor(options: DelegationOptions, facts: AuthenticationFacts) {
    const { client, accessClient = client, onError = () => undefined, refreshMilliseconds = 60_000 } = options;
    const { clientAuthorities, proxyAuthorities, headers } = facts;
    const pems = [proxyAuthorities, clientAuthorities];
    const [proxies, clients] = pems.map((pem) => (pem === '' ? undefined : CertificateAuthorities.of(pem)));
    const tokens = { tokens: tokenReviews(client, options.tokenMilliseconds), audiences: [] };
    const ways = [
      ...(proxies ? [requestHeaderUser({ ...headers, verifier: new CertificateVerifier(proxies) })] : []),
      ...(clients ? [clientCertificateUser(new CertificateVerifier(clients))] : []),
      bearerToken(tokens),
      webSocketToken(tokens),
    ];
    this.authenticator = authenticatorOf(ways, { authenticate: () => anonymousUser });
    this.authorizer = unionOfAuthorizers([
      privilegedGroups('system:masters'),
      openTo(options.openPaths ?? healthPaths),
      accessReviews(accessClient, options),
    ]);
    this.clientAuthorities = pems.filter((pem) => pem !== '').map((pem) => ({ pem }));
    const refresh = async (): Promise<void> => {
      const latest = await factsFor({ ...options, lookup: options.lookup === 'skipped' ? 'skipped' : 'required' });
      if (latest.proxyAuthorities !== '') proxies?.replace(latest.proxyAuthorities);
      if (latest.clientAuthorities !== '') clients?.replace(latest.clientAuthorities);
    };
    this.#cancelTimer = every(systemClock, refreshMilliseconds, () => void refresh().catch(onError));
  }

  close(): void {
    this.#cancelTimer();
  }
}

function factsFor(options: DelegationOptions): Promise<AuthenticationFacts> {
  const { client, onError = () => undefined } = options;
  return authenticationFacts(client, options, onError);
}

/** Health probes have no credentials. */
const healthPaths = ['/healthz', '/livez', '/readyz'];

function openTo(paths: readonly string[]): Authorizer {
  const exact = new Set(paths.filter((path) => !path.endsWith('*')));
  const prefixes = paths.filter((path) => path.endsWith('*')).map((path) => path.slice(0, -1));
  const isOpen = (path: string): boolean => exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
  return {
    authorize: async (_user, { isResourceRequest, path }) => ({
      decision: !isResourceRequest && isOpen(path) ? 'allow' : 'no-opinion',
    }),
  };
}
