import type { Clock } from '../../apimachinery/clock/index.js';

export interface BackoffOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly firstMilliseconds: number;
  readonly limitMilliseconds: number;
  /** Up to this much is added, as a part of the delay, so that clients that failed together part. */
  readonly jitter: number;
  /** After this long without a failure the next one counts as the first. */
  readonly resetMilliseconds: number;
}

/** How long to wait after a failure: twice as long as after the one before it, up to a limit. */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;
  #lastFailure = Number.NEGATIVE_INFINITY;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Counts a failure. */
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
