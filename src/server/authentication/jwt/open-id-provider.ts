// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (v1.36)
// Follows vendor/github.com/coreos/go-oidc/oidc.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import { decodeJson } from '../../../apimachinery/codec/index.js';
import { goQuote, isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import type { HttpClient } from '../../../client/http/index.js';
import { RemoteKeys, type RemoteKeysOptions } from './remote-keys.js';

export interface OpenIdProviderOptions extends Pick<RemoteKeysOptions, 'onFetch' | 'now'> {
  readonly issuer: string;
  /** URL of the discovery document. Unset: the well-known path below the issuer's URL. */
  readonly discoveryUrl?: string | undefined;
  readonly http: HttpClient;
  /** Called when discovery fails; it is retried. */
  readonly onError: (error: unknown) => void;
}

const retryMilliseconds = 10_000;

/** An OpenID provider. Discovery is retried until it succeeds, since the issuer may run on top of this server. */
export class OpenIdProvider {
  readonly #options: OpenIdProviderOptions;
  #keys: RemoteKeys | undefined;
  #problem: unknown;
  #looking: Promise<void> | undefined;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  constructor(options: OpenIdProviderOptions) {
    this.#options = options;
  }

  /** Starts discovery. */
  start(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Waits for a discovery that is under way. Throws if it failed. */
  async keys(): Promise<RemoteKeys> {
    if (!this.#keys) await this.#looking;
    if (this.#keys) return this.#keys;
    throw new Error('oidc: authenticator not initialized', { cause: this.#problem });
  }

  /** Why discovery has not succeeded; undefined if it has. */
  get problem(): string | undefined {
    if (this.#keys) return undefined;
    const { issuer } = this.#options;
    const reason =
      this.#problem === undefined
        ? `oidc: authenticator for issuer ${goQuote(issuer)} is not initialized`
        : (this.#problem as Error).message;
    return `oidc: authenticator for issuer ${goQuote(issuer)} is not healthy: ${reason}`;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
  }

  async #look(): Promise<void> {
    try {
      const url = new URL(await this.#keysUrl());
      this.#keys = new RemoteKeys({ ...this.#options, url });
    } catch (error) {
      this.#problem = error;
      if (this.#isClosed) return;
      this.#options.onError(new Error('oidc authenticator: initializing plugin', { cause: error }));
      this.#cancelRetry = systemClock.after(retryMilliseconds, () => this.start(), { unref: true });
    }
  }

  async #keysUrl(): Promise<string> {
    const { issuer, discoveryUrl, http } = this.#options;
    const wellKnown = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await http.get(new URL(discoveryUrl ?? wellKnown));
    if (status !== 200) throw new Error(`${status}: ${body}`);
    const { issuer: reported, jwks_uri: keysUrl } = documentIn(body);
    if (reported !== issuer) {
      const got = goQuote(String(reported ?? ''));
      throw new Error(
        `oidc: issuer did not match the issuer returned by provider, expected ${goQuote(issuer)} got ${got}`,
      );
    }
    if (typeof keysUrl !== 'string' || keysUrl === '') throw new Error('provider did not return JWKS URL');
    return keysUrl;
  }
}

function documentIn(body: Buffer): JsonObject {
  try {
    const document = decodeJson(body);
    if (isJsonObject(document)) return document;
    throw new Error('it is not an object');
  } catch (error) {
    const problem = (error as Error).message;
    throw new Error(`oidc: failed to decode provider discovery object: ${problem}`, { cause: error });
  }
}
