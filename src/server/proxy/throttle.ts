import { Transform, type TransformCallback } from 'node:stream';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

/**
 * Passes data on at a limited rate: a chunk is held back until as much time has passed as the ones before it may take.
 */
export class Throttle extends Transform {
  readonly #bytesPerSecond: number;
  readonly #clock: Clock;
  /** When the next chunk may pass, by the monotonic clock. */
  #freeAt: number;
  #cancelTimer: (() => void) | undefined;

  constructor(bytesPerSecond: number, clock: Clock = systemClock) {
    super();
    this.#bytesPerSecond = bytesPerSecond;
    this.#clock = clock;
    this.#freeAt = clock.monotonic();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const now = this.#clock.monotonic();
    const wait = this.#freeAt - now;
    this.#freeAt = Math.max(now, this.#freeAt) + (chunk.length / this.#bytesPerSecond) * 1000;
    if (wait <= 0) done(null, chunk);
    else this.#cancelTimer = this.#clock.after(wait, () => done(null, chunk));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#cancelTimer?.();
    done(error);
  }
}
