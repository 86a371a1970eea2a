import type { Clock as FullClock } from '../../client/clock/index.js';

export type Clock = Pick<FullClock, 'now' | 'monotonic'>;

/** A burst of tokens, and then a few per second. */
export class TokenBucket {
  readonly #options: { readonly clock: Clock; readonly burst: number; readonly perSecond: number };
  #tokens: number;
  #countedAt: number;

  constructor(options: { readonly clock: Clock; readonly burst: number; readonly perSecond: number }) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#countedAt = options.clock.monotonic();
  }

  /** Whether there is a token; if so, it is taken. */
  take(): boolean {
    const { clock, burst, perSecond } = this.#options;
    const now = clock.monotonic();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#countedAt) / 1000) * perSecond);
    this.#countedAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
