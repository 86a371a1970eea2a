import { Flag, type FrameHead, ProtocolError } from './frames.js';

const largestBlock = 256 << 10;
const priorityBytes = 5;

/** A header block of one HEADERS frame and the CONTINUATION frames after it. */
export class ReceivedBlock {
  readonly stream: number;
  readonly endsStream: boolean;
  isComplete: boolean;
  #parts: Buffer[];
  #length: number;

  constructor({ stream, flags }: FrameHead, payload: Buffer) {
    const begin = (flags & Flag.padded ? 1 : 0) + (flags & Flag.priority ? priorityBytes : 0);
    const end = payload.length - (flags & Flag.padded ? (payload[0] ?? 0) : 0);
    if (begin > end) throw new ProtocolError('wrong padding');
    this.stream = stream;
    this.endsStream = (flags & Flag.endStream) !== 0;
    this.isComplete = (flags & Flag.endHeaders) !== 0;
    this.#parts = [payload.subarray(begin, end)];
    this.#length = end - begin;
  }

  append({ flags }: FrameHead, payload: Buffer): void {
    this.#length += payload.length;
    // Empty frames could follow each other for ever.
    if (this.#length > largestBlock || payload.length === 0) throw new ProtocolError('too large headers');
    this.#parts.push(payload);
    this.isComplete = (flags & Flag.endHeaders) !== 0;
  }

  get content(): Buffer {
    return this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#length);
  }
}
