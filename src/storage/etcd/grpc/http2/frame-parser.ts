import { defaultFrameSize, ErrorCode, type FrameHead, frameHeaderLength, ProtocolError } from './frames.js';

/** Splits what arrives into frames. The payload is a view of the chunk, unless it came in several. */
export class FrameParser {
  readonly #onFrame: (head: FrameHead, payload: Buffer) => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #needed = frameHeaderLength;

  constructor(onFrame: (head: FrameHead, payload: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  /** Throws a `ProtocolError`. */
  push(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const data = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#length);
    const rest = data.subarray(this.#readFrames(data));
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
  }

  /** Returns where the first incomplete frame begins. */
  #readFrames(data: Buffer): number {
    let offset = 0;
    for (;;) {
      const begin = offset + frameHeaderLength;
      if (begin > data.length) break;
      const length = data.readUIntBE(offset, 3);
      if (length > defaultFrameSize) throw new ProtocolError('a frame that is too large', ErrorCode.frameSizeError);
      if (begin + length > data.length) {
        this.#needed = frameHeaderLength + length;
        return offset;
      }
      const [type, flags] = [data[offset + 3]!, data[offset + 4]!];
      const stream = data.readUInt32BE(offset + 5) & 0x7fff_ffff;
      offset = begin + length;
      this.#onFrame({ type, flags, stream }, data.subarray(begin, offset));
    }
    this.#needed = frameHeaderLength;
    return offset;
  }
}
