import { systemClock } from '../../apimachinery/clock/index.js';
import {
  authenticationMetrics,
  type Counter,
  type Gauge,
  type Histogram,
  type MetricsRegistry,
} from '../metrics/index.js';
import type { TokenAuthenticator, TokenOwner } from './authenticator.js';

export interface TokenCacheOptions {
  /** For how long it counts that somebody was known, or was not; 0: not at all. */
  readonly successMilliseconds: number;
  readonly failureMilliseconds: number;
  /** Whether a refusal counts as well; one that comes of an outage should not. */
  readonly keepsErrors: boolean;
  readonly metrics?: MetricsRegistry | undefined;
  readonly now?: () => number;
}

interface Remembered {
  readonly answer: Promise<TokenOwner | undefined>;
  readonly until: number;
}

/** So many tokens are remembered, of so many characters together: those who try many must not fill the memory. */
const maxTokens = 32 * 1024;
const maxCharacters = 16 * 1024 * 1024;

/** Remembers for a while whose tokens are. Many who ask at once about one token are one question. */
export class CachedTokens implements TokenAuthenticator {
  readonly #asked: TokenAuthenticator;
  readonly #options: TokenCacheOptions;
  readonly #now: () => number;
  readonly #statistics: CacheStatistics | undefined;
  /** Oldest first. */
  readonly #remembered = new Map<string, Remembered>();
  readonly #pending = new Map<string, Promise<TokenOwner | undefined>>();
  #characters = 0;

  constructor(asked: TokenAuthenticator, options: TokenCacheOptions) {
    this.#asked = asked;
    this.#options = options;
    this.#now = options.now ?? systemClock.now;
    this.#statistics = options.metrics && new CacheStatistics(options.metrics);
  }

  authenticateToken(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined> {
    const key = `${audiences.join(' ')} ${token}`;
    const remembered = this.#remembered.get(key);
    if (remembered && remembered.until > this.#now()) {
      this.#statistics?.hit();
      return remembered.answer;
    }
    const pending = this.#pending.get(key) ?? this.#ask(key, token, audiences);
    return this.#statistics ? this.#statistics.miss(pending) : pending;
  }

  #ask(key: string, token: string, audiences: readonly string[]): Promise<TokenOwner | undefined> {
    const asking = this.#asked.authenticateToken(token, audiences);
    const { keepsErrors, successMilliseconds, failureMilliseconds } = this.#options;
    const answer = this.#statistics ? this.#statistics.fetch(asking) : asking;
    this.#pending.set(key, answer);
    answer.then(
      (owner) => this.#settle(key, answer, owner ? successMilliseconds : failureMilliseconds),
      () => this.#settle(key, answer, keepsErrors ? failureMilliseconds : 0),
    );
    return answer;
  }

  #settle(key: string, answer: Promise<TokenOwner | undefined>, milliseconds: number): void {
    this.#pending.delete(key);
    if (milliseconds <= 0) return;
    this.#forget(key);
    this.#remembered.set(key, { answer, until: this.#now() + milliseconds });
    this.#characters += key.length;
    for (const [oldest, { until }] of this.#remembered) {
      const isFull = this.#remembered.size > maxTokens || this.#characters > maxCharacters;
      if (!isFull && until > this.#now()) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    if (this.#remembered.delete(key)) this.#characters -= key.length;
  }
}

/** Times are given in whole milliseconds, so that a hit takes none. */
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

  async miss<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const begin = systemClock.monotonic();
    this.#blocked.increment();
    try {
      return await answer;
    } finally {
      this.#blocked.decrement();
      this.#misses.increment();
      this.#missDuration.observe(Math.floor(systemClock.monotonic() - begin) / 1000);
    }
  }

  async fetch<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#inFlight.increment();
    try {
      const known = await answer;
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
