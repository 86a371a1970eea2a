// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/cache/cached_token_authenticator.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import {
  authenticationMetrics,
  type Counter,
  type Gauge,
  type Histogram,
  type MetricsRegistry,
} from '../metrics/index.js';
import type { TokenAuthenticator, TokenOwner } from './authenticator.js';

export interface TokenCacheOptions {
  /** How long successes and failures are cached; 0: not at all. */
  readonly successMilliseconds: number;
  readonly failureMilliseconds: number;
  /** Whether errors are cached too. Not for authenticators that fail during an outage. */
  readonly keepsErrors: boolean;
  readonly metrics?: MetricsRegistry | undefined;
  readonly now?: () => number;
  readonly revocations?: TokenRevocations | undefined;
}

/** Connects the caches of several processes that serve as one: a token that one of them rejects is accepted by none. */
export interface TokenRevocations {
  /** Called with a token that is rejected now, and may have been accepted before, here or by another process. */
  revoked(token: string): void;
  /** `forget` is called with tokens that another process has rejected. */
  onRevoked(forget: (token: string) => void): void;
}

interface Remembered {
  readonly audiences: string;
  readonly token: string;
  readonly result: Promise<TokenOwner | undefined>;
  readonly until: number;
  readonly isAccepted: boolean;
}

/** Limits on the number of cached tokens and on their total size, so that trying many tokens cannot exhaust memory. */
const maxTokens = 32 * 1024;
const maxCharacters = 16 * 1024 * 1024;

/** Caches the users of tokens for a while. Concurrent lookups of one token share a single call. */
export class CachedTokens implements TokenAuthenticator {
  readonly #requested: TokenAuthenticator;
  readonly #options: TokenCacheOptions;
  readonly #now: () => number;
  readonly #statistics: CacheStatistics | undefined;
  /** By audiences, then by token, so that neither can be mistaken for a part of the other. */
  readonly #remembered = new Map<string, Map<string, Remembered>>();
  readonly #oldestFirst = new Set<Remembered>();
  readonly #pending = new Map<string, Promise<TokenOwner | undefined>>();
  #characters = 0;

  constructor(requested: TokenAuthenticator, options: TokenCacheOptions) {
    this.#requested = requested;
    this.#options = options;
    this.#now = options.now ?? systemClock.now;
    this.#statistics = options.metrics && new CacheStatistics(options.metrics);
    options.revocations?.onRevoked((token) => this.#forgetToken(token));
  }

  authenticateToken(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined> {
    const audienceKey = compositeKey(...audiences);
    const remembered = this.#remembered.get(audienceKey)?.get(token);
    if (remembered && remembered.until > this.#now()) {
      this.#statistics?.hit();
      return remembered.result;
    }
    const pending =
      this.#pending.get(compositeKey(audienceKey, token)) ?? this.#authenticate(token, audiences, audienceKey);
    return this.#statistics ? this.#statistics.miss(pending) : pending;
  }

  #authenticate(token: string, audiences: readonly string[], audienceKey: string): Promise<TokenOwner | undefined> {
    const pending = this.#requested.authenticateToken(token, audiences);
    const { keepsErrors, successMilliseconds, failureMilliseconds } = this.#options;
    const result = this.#statistics ? this.#statistics.fetch(pending) : pending;
    const key = compositeKey(audienceKey, token);
    const settle = (milliseconds: number, outcome: 'accepted' | 'unknown' | 'refused'): void => {
      this.#pending.delete(key);
      const isAccepted = outcome === 'accepted';
      const former = this.#remembered.get(audienceKey)?.get(token);
      // Another process may have accepted a token that is refused here for the first time.
      const isRevoked = former ? former.isAccepted && !isAccepted : outcome === 'refused';
      if (isRevoked) this.#options.revocations?.revoked(token);
      if (isRevoked && former) this.#forget(former);
      if (milliseconds <= 0) return;
      this.#remember({ audiences: audienceKey, token, result, until: this.#now() + milliseconds, isAccepted });
    };
    this.#pending.set(key, result);
    result.then(
      (owner) => (owner ? settle(successMilliseconds, 'accepted') : settle(failureMilliseconds, 'unknown')),
      () => settle(keepsErrors ? failureMilliseconds : 0, 'refused'),
    );
    return result;
  }

  #remember(entry: Remembered): void {
    const tokens = this.#remembered.get(entry.audiences) ?? new Map<string, Remembered>();
    const former = tokens.get(entry.token);
    if (former) this.#forget(former);
    this.#remembered.set(entry.audiences, tokens.set(entry.token, entry));
    this.#oldestFirst.add(entry);
    this.#characters += sizeOf(entry);
    for (const oldest of this.#oldestFirst) {
      const isFull = this.#oldestFirst.size > maxTokens || this.#characters > maxCharacters;
      if (!isFull && oldest.until > this.#now()) break;
      this.#forget(oldest);
    }
  }

  #forgetToken(token: string): void {
    for (const tokens of this.#remembered.values()) {
      const entry = tokens.get(token);
      if (entry) this.#forget(entry);
    }
  }

  #forget(entry: Remembered): void {
    if (!this.#oldestFirst.delete(entry)) return;
    this.#characters -= sizeOf(entry);
    const tokens = this.#remembered.get(entry.audiences);
    tokens?.delete(entry.token);
    if (tokens?.size === 0) this.#remembered.delete(entry.audiences);
  }
}

function sizeOf({ audiences, token }: Remembered): number {
  return audiences.length + token.length;
}

/** Durations are recorded in whole milliseconds, so that a hit takes 0. */
class CacheStatistics {
  readonly #hits: Counter;
  readonly #misses: Counter;
  readonly #hitDuration: Histogram;
  readonly #missDuration: Histogram;
  readonly #succeeded: Counter;
  readonly #failed: Counter;
  readonly #blocked: Gauge;
  readonly #inFlight: Gauge;

  constructor(metrics: MetricsRegistry) {
    const requests = metrics.counter(authenticationMetrics.tokenCacheRequests);
    const duration = metrics.histogram(authenticationMetrics.tokenCacheDuration);
    const fetches = metrics.counter(authenticationMetrics.tokenCacheFetches);
    const active = metrics.gauge(authenticationMetrics.tokenCacheActiveFetches);
    [this.#hits, this.#misses] = [requests.with({ status: 'hit' }), requests.with({ status: 'miss' })];
    [this.#hitDuration, this.#missDuration] = [duration.with({ status: 'hit' }), duration.with({ status: 'miss' })];
    [this.#succeeded, this.#failed] = [fetches.with({ status: 'ok' }), fetches.with({ status: 'error' })];
    [this.#blocked, this.#inFlight] = [active.with({ status: 'blocked' }), active.with({ status: 'in_flight' })];
  }

  hit(): void {
    this.#hits.increment();
    this.#hitDuration.observe(0);
  }

  async miss<Result>(result: Promise<Result>): Promise<Result> {
    const begin = systemClock.monotonic();
    this.#blocked.increment();
    try {
      return await result;
    } finally {
      this.#blocked.decrement();
      this.#misses.increment();
      this.#missDuration.observe(Math.floor(systemClock.monotonic() - begin) / 1000);
    }
  }

  async fetch<Result>(result: Promise<Result>): Promise<Result> {
    this.#inFlight.increment();
    try {
      const known = await result;
      this.#succeeded.increment();
      return known;
    } catch (error) {
      this.#failed.increment();
      throw error;
    } finally {
      this.#inFlight.decrement();
    }
  }
}
