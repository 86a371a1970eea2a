import type { Duplex } from 'node:stream';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { type FrameHead, frameHeaderLength, writeHead } from './frames.js';

const slabBytes = 64 << 10;

/** Puts frames together, and writes those of one turn of the event loop at once. */
export class FrameWriter {
  readonly #socket: Duplex;
  #slab = Buffer.allocUnsafeSlow(0);
  /** What is to be written of the slab: from `#begin` to `#end`. */
  #begin = 0;
  #end = 0;
  #isScheduled = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** The payload is copied. */
  write(head: FrameHead, payload: Uint8Array): void {
    this.#reserve(frameHeaderLength + payload.length);
    this.#end = writeHead(this.#slab, this.#end, { ...head, length: payload.length });
    this.#slab.set(payload, this.#end);
    this.#end += payload.length;
    this.#schedule();
  }

  flush(): void {
    if (this.#begin === this.#end || this.#socket.destroyed) return;
    this.#socket.write(this.#slab.subarray(this.#begin, this.#end));
    this.#begin = this.#end;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    systemClock.immediate(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  /** What was written may still be in the socket's queue, so a slab is never used twice. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#slab.length) return;
    this.flush();
    this.#slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    this.#begin = 0;
    this.#end = 0;
  }
}
