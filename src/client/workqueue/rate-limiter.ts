import type { Clock } from '../clock/index.js';

/** Determines how long an item must wait before it is retried. */
export interface RateLimiter<Item> {
  /** Records a failure of the item and returns the delay in milliseconds. */
  delay(item: Item): number;
  /** Resets the item's failures, after it succeeded or is given up. */
  forget(item: Item): void;
  /** Number of failures since the last `forget`. */
  failures(item: Item): number;
}

/** Exponential backoff per item. */
export class ExponentialPerItem<Item> implements RateLimiter<Item> {
  readonly #firstMilliseconds: number;
  readonly #limitMilliseconds: number;
  readonly #failures = new Map<Item, number>();

  constructor({ firstMilliseconds, limitMilliseconds }: { firstMilliseconds: number; limitMilliseconds: number }) {
    this.#firstMilliseconds = firstMilliseconds;
    this.#limitMilliseconds = limitMilliseconds;
  }

  delay(item: Item): number {
    const failures = this.failures(item);
    this.#failures.set(item, failures + 1);
    return Math.min(this.#firstMilliseconds * 2 ** failures, this.#limitMilliseconds);
  }

  forget(item: Item): void {
    this.#failures.delete(item);
  }

  failures(item: Item): number {
    return this.#failures.get(item) ?? 0;
  }
}

/** A token bucket that all items share: a burst, then a fixed rate per second. */
export class TokenBucket implements RateLimiter<unknown> {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  /** Negative: reserved by items that are already waiting. */
  #tokens: number;
  #countedAt: number;

  constructor({ perSecond, burst, clock }: { perSecond: number; burst: number; clock: Clock }) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#countedAt = clock.monotonic();
  }

  delay(): number {
    const now = this.#clock.monotonic();
    const gained = ((now - this.#countedAt) / 1000) * this.#perSecond;
    this.#countedAt = now;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained) - 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1000;
  }

  forget(): void {}

  failures(): number {
    return 0;
  }
}

/** Returns the longest delay of several rate limiters. */
export function slowestOf<Item>(limiters: readonly RateLimiter<Item>[]): RateLimiter<Item> {
  return {
    delay: (item) => Math.max(...limiters.map((limiter) => limiter.delay(item))),
    failures: (item) => Math.max(...limiters.map((limiter) => limiter.failures(item))),
    forget(item) {
      for (const limiter of limiters) limiter.forget(item);
    },
  };
}

/** client-go's default: 5 ms to 1000 s per item, and 10 per second overall after a burst of 100. */
export function defaultRateLimiter<Item>(clock: Clock): RateLimiter<Item> {
  return slowestOf<Item>([
    new ExponentialPerItem({ firstMilliseconds: 5, limitMilliseconds: 1_000_000 }),
    new TokenBucket({ perSecond: 10, burst: 100, clock }),
  ]);
}
