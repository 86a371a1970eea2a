import type { Clock } from '../clock/index.js';

/** How long an item has to wait before it is tried again. */
export interface RateLimiter<Item> {
  /** In milliseconds. Counts as a failure of the item. */
  delay(item: Item): number;
  /** The item has succeeded, or is given up: its failures no longer count. */
  forget(item: Item): void;
  /** How often the item has failed since. */
  failures(item: Item): number;
}

/** Twice as long after each failure of an item. */
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

/** So many a second for all items together, after a first burst. */
export class TokenBucket implements RateLimiter<unknown> {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  /** Negative: promised to who already waits. */
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

/** The longest of what several say. */
export function slowestOf<Item>(limiters: readonly RateLimiter<Item>[]): RateLimiter<Item> {
  return {
    delay: (item) => Math.max(...limiters.map((limiter) => limiter.delay(item))),
    failures: (item) => Math.max(...limiters.map((limiter) => limiter.failures(item))),
    forget(item) {
      for (const limiter of limiters) limiter.forget(item);
    },
  };
}

/** 5 ms to 1000 s for each item, and ten a second for all after a burst of a hundred, as controllers in Go have it. */
export function defaultRateLimiter<Item>(clock: Clock): RateLimiter<Item> {
  return slowestOf<Item>([
    new ExponentialPerItem({ firstMilliseconds: 5, limitMilliseconds: 1_000_000 }),
    new TokenBucket({ perSecond: 10, burst: 100, clock }),
  ]);
}
