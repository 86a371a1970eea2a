// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/cache/cached_token_authenticator.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';

interface Remembered<Result> {
  readonly result: Promise<Result>;
  until: number;
}

export interface ReviewCacheOptions<Result> {
  /** How long a result is cached. Unset: ten seconds. */
  readonly milliseconds?: number | ((result: Result) => number) | undefined;
  readonly maxEntries?: number;
  readonly now?: () => number;
}

/** Caches the responses of another server for a while. Concurrent lookups of one key share a single call. */
export class ReviewCache<Result> {
  readonly #entries = new Map<string, Remembered<Result>>();
  readonly #lifetimeOf: (result: Result) => number;
  readonly #maxEntries: number;
  readonly #now: () => number;

  constructor({ milliseconds = 10_000, maxEntries = 4096, now = systemClock.now }: ReviewCacheOptions<Result> = {}) {
    this.#lifetimeOf = typeof milliseconds === 'number' ? () => milliseconds : milliseconds;
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  /** Failures are not cached. */
  get(key: string, load: () => Promise<Result>): Promise<Result> {
    const known = this.#entries.get(key);
    if (known && known.until > this.#now()) return known.result;
    const result = load();
    const calledAt = this.#now();
    const entry = { result, until: Number.POSITIVE_INFINITY };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    result.then(
      (value) => {
        entry.until = calledAt + this.#lifetimeOf(value);
      },
      () => this.#forget(key, result),
    );
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    return result;
  }

  #forget(key: string, result: Promise<Result>): void {
    if (this.#entries.get(key)?.result === result) this.#entries.delete(key);
  }
}
