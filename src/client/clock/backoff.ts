import type { Clock } from '../../apimachinery/clock/index.js';

/** Options of a `Backoff`. */
export interface BackoffOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly firstMilliseconds: number;
  readonly limitMilliseconds: number;
  /**
   * Fraction of the delay: up to this much is added at random, so that clients that failed together do not retry
   * together.
   */
  readonly jitter: number;
  /** After this long without a failure, the next one counts as the first. */
  readonly resetMilliseconds: number;
}

/** Exponential backoff: the delay doubles with each failure, up to a limit. */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;
  #lastFailure = Number.NEGATIVE_INFINITY;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Records a failure and returns the delay before the next attempt. */
  next(): number {
    const { clock, random, firstMilliseconds, limitMilliseconds, jitter, resetMilliseconds } = this.#options;
    const now = clock.monotonic();
    if (now - this.#lastFailure > resetMilliseconds) this.#failures = 0;
    this.#lastFailure = now;
    const delay = Math.min(firstMilliseconds * 2 ** this.#failures++, limitMilliseconds);
    return delay * (1 + jitter * random());
  }

  reset(): void {
    this.#failures = 0;
  }
}
