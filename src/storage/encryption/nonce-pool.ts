import { randomFillSync } from 'node:crypto';

const POOLED_NONCES = 256;

/** Random nonces of one size, generated in batches: one call for random bytes costs as much as sealing a value. */
export class NoncePool {
  readonly #size: number;
  readonly #pool: Buffer;
  #next: number;

  constructor(size: number) {
    this.#size = size;
    this.#pool = Buffer.alloc(size * POOLED_NONCES);
    this.#next = this.#pool.length;
  }

  /** Returns a nonce that was not used before, as a view into the pool: use it before the next call. */
  take(): Buffer {
    if (this.#next === this.#pool.length) {
      randomFillSync(this.#pool);
      this.#next = 0;
    }
    const begin = this.#next;
    this.#next += this.#size;
    return this.#pool.subarray(begin, this.#next);
  }
}
