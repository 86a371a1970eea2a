// Follows vendor/github.com/coreos/go-oidc/jwks.go (v1.36)

import { decodeJson } from '../../../apimachinery/codec/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import type { HttpClient, HttpResponse } from '../../../client/http/index.js';
import { isSignedBy, type Signed, type WebKey, webKeysIn } from './signing-algorithms.js';

export interface RemoteKeysOptions {
  readonly url: URL;
  readonly http: HttpClient;
  readonly now: () => number;
  /** Called after each fetch; undefined if it failed. */
  readonly onFetch?: ((body: Buffer | undefined) => void) | undefined;
}

/** A key set is fetched again this long before it expires. */
const expiryDeltaMilliseconds = 30_000;
/** Keeps forged tokens from making the server flood the issuer. */
const leastIntervalMilliseconds = 1000;

/** The keys of an issuer: fetched with the first token, and again when a token is signed by none of them. */
export class RemoteKeys {
  readonly #options: RemoteKeysOptions;
  #keys: readonly WebKey[] = [];
  #expiresAt = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<readonly WebKey[]> | undefined;

  constructor(options: RemoteKeysOptions) {
    this.#options = options;
  }

  /** `keyId`: the token's `kid`, or empty. Throws if none of the keys signed the token. */
  async verify(signed: Signed, keyId: string): Promise<void> {
    if (hasSigned(this.#keys, signed, keyId)) return;
    const now = this.#options.now();
    const mayFetch = now - this.#fetchedAt >= leastIntervalMilliseconds;
    const isStale = now + expiryDeltaMilliseconds > this.#expiresAt;
    if (this.#fetching || (isStale && mayFetch)) {
      this.#fetching ??= this.#fetch().finally(() => {
        this.#fetching = undefined;
      });
      if (hasSigned(await this.#fetching, signed, keyId)) return;
    }
    throw new Error('failed to verify id token signature');
  }

  async #fetch(): Promise<readonly WebKey[]> {
    const { url, http, now, onFetch } = this.#options;
    this.#fetchedAt = now();
    try {
      const response = await http.get(url);
      if (response.status !== 200) throw new Error(`oidc: get keys failed: ${response.status} ${response.body}`);
      this.#keys = webKeysIn(decodeJson(response.body));
      this.#expiresAt = now() + maxAgeMilliseconds(response);
      onFetch?.(response.body);
      return this.#keys;
    } catch (error) {
      onFetch?.(undefined);
      throw new Error(`fetching keys ${messageOf(error)}`, { cause: error });
    }
  }
}

function hasSigned(keys: readonly WebKey[], signed: Signed, keyId: string): boolean {
  return keys.some((key) => (keyId === '' || key.id === keyId) && isSignedBy(key, signed));
}

function maxAgeMilliseconds({ headers }: HttpResponse): number {
  const control = headers['cache-control'] ?? '';
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,9})/.exec(control) ?? [];
  return seconds === undefined || /no-store|no-cache/.test(control) ? 0 : Number(seconds) * 1000;
}
