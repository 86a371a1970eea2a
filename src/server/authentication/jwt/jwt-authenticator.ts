// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import type { Dial } from '../../../apimachinery/dial/index.js';
import { HttpClient } from '../../../client/http/index.js';
import { authenticationMetrics, hashLabel, type MetricsRegistry } from '../../metrics/index.js';
import type { UserInfo } from '../../request-context.js';
import { WebToken } from '../web-token.js';
import type { JwtConfiguration } from './authentication-configuration.js';
import { DistributedClaims } from './distributed-claims.js';
import { KeySetMetrics } from './key-set-metrics.js';
import { OpenIdProvider } from './open-id-provider.js';
import { issuerOf, TokenVerifier } from './token-verifier.js';
import { UserMapper } from './user-mapper.js';

export interface JwtAuthenticatorOptions {
  /** Must be valid. */
  readonly configuration: JwtConfiguration;
  readonly algorithms: readonly string[];
  readonly metrics: MetricsRegistry;
  /** Distinguishes servers that share a storage. */
  readonly serverId: string;
  readonly now: () => number;
  /** Returns what opens connections to a network of the egress selector. Unset: they are direct. */
  readonly findDialer?: ((network: string) => Dial | undefined) | undefined;
  /** The feature StructuredAuthenticationConfigurationJWKSMetrics. Unset: on. */
  readonly measuresKeySets?: boolean | undefined;
  readonly onError: (error: unknown) => void;
}

const timeoutMilliseconds = 30_000;

/** Authenticates the tokens of one issuer. */
export class JwtAuthenticator {
  readonly issuer: string;
  readonly #options: JwtAuthenticatorOptions;
  readonly #http: HttpClient;
  readonly #provider: OpenIdProvider;
  readonly #keySetMetrics: KeySetMetrics | undefined;
  readonly #distributed: DistributedClaims | undefined;
  readonly #mapper: UserMapper;

  constructor(options: JwtAuthenticatorOptions) {
    const { issuer, claimMappings } = options.configuration;
    this.#options = options;
    this.issuer = issuer.url;
    if (options.measuresKeySets !== false) this.#keySetMetrics = new KeySetMetrics({ ...options, issuer: issuer.url });
    const authorities = issuer.certificateAuthority || undefined;
    const dial = options.findDialer?.(issuer.egressSelectorType);
    this.#http = new HttpClient({ tls: { authorities }, dial, timeoutMilliseconds });
    const shared = { ...options, http: this.#http };
    this.#provider = new OpenIdProvider({
      ...shared,
      issuer: issuer.url,
      discoveryUrl: issuer.discoveryURL || undefined,
      onFetch: (body) => this.#keySetMetrics?.fetched(body),
    });
    const { claim } = claimMappings.groups;
    this.#distributed =
      claim === '' ? undefined : new DistributedClaims({ ...shared, claim, audiences: issuer.audiences });
    this.#mapper = new UserMapper(options.configuration);
  }

  start(): void {
    this.#provider.start();
  }

  /** Why it is not ready; undefined if it is. */
  get problem(): string | undefined {
    return this.#provider.problem;
  }

  /** Returns undefined if the token names another issuer. Throws an error that describes why the token is invalid. */
  async userOf(text: string): Promise<UserInfo | undefined> {
    if (issuerOf(WebToken.parse(text)?.claims['iss']) !== this.issuer) return undefined;
    const begin = systemClock.monotonic();
    let result = 'failure';
    try {
      const user = await this.#userOf(text);
      result = 'success';
      return user;
    } finally {
      const labels = { result, jwt_issuer_hash: hashLabel(this.issuer) };
      const duration = this.#options.metrics.histogram(authenticationMetrics.jwtDuration).with(labels);
      duration.observe((systemClock.monotonic() - begin) / 1000);
    }
  }

  close(): void {
    this.#provider.close();
    this.#distributed?.close();
    this.#http.close();
  }

  /** Call when the issuer is no longer configured. */
  forgetMetrics(): void {
    this.#keySetMetrics?.remove();
  }

  async #userOf(text: string): Promise<UserInfo> {
    const { configuration, algorithms, now } = this.#options;
    const keys = await this.#provider.keys();
    const { url, audiences } = configuration.issuer;
    const verifier = new TokenVerifier({ issuer: url, audiences, algorithms, keys, now });
    const claims = await explained('oidc: verify token', verifier.verify(text));
    const expanded = this.#distributed
      ? await explained('oidc: could not expand distributed claims', this.#distributed.expand(claims))
      : claims;
    return this.#mapper.userOf(expanded);
  }
}

async function explained<Value>(problem: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${problem}: ${(error as Error).message}`, { cause: error });
  }
}
