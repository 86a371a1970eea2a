/** The delay after the n-th consecutive failure: doubled each time up to a limit, with jitter. */
export class Backoff {
  readonly #firstMilliseconds: number;
  readonly #limitMilliseconds: number;
  readonly #random: () => number;

  constructor(options: { firstMilliseconds: number; limitMilliseconds: number; random: () => number }) {
    this.#firstMilliseconds = options.firstMilliseconds;
    this.#limitMilliseconds = options.limitMilliseconds;
    this.#random = options.random;
  }

  delay(failures: number): number {
    const full = Math.min(this.#firstMilliseconds * 2 ** (failures - 1), this.#limitMilliseconds);
    return full * (0.5 + this.#random() / 2);
  }
}
