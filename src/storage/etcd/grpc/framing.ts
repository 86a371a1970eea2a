import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { GrpcCode, GrpcFailure } from './status.js';
import { newWriter } from './wire-library.js';

/** Precedes each message: one byte for the compression flag, then the length in four. */
const headerLength = 5;
const emptyHeader = new Uint8Array(headerLength);
const largestMessage = 0x4000_0000;

/** A message with its header, in one buffer, ready to be sent. */
export type Frame = Uint8Array;

/** Reused for all messages, so that its buffer does not have to grow each time. */
let writer: BinaryWriter | undefined;
/** Larger buffers are not kept. */
const largeFrame = 1 << 20;

/** Returns a writer with room for the header. Write the message synchronously, then call `finishFrame`. */
export function beginFrame(): BinaryWriter {
  writer ??= newWriter();
  writer.finish();
  return writer.raw(emptyHeader);
}

export function finishFrame(finished: BinaryWriter): Frame {
  const frame = finished.finish();
  if (frame.length > largeFrame) writer = undefined;
  new DataView(frame.buffer).setUint32(1, frame.length - headerLength);
  return frame;
}

/** Splits a byte stream into messages. Each byte is copied at most once, and only in messages that arrive in pieces. */
export class FrameReader {
  readonly #onMessage: (message: Buffer) => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #needed = headerLength;

  constructor(onMessage: (message: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  push(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    let rest = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#length);
    while (rest.length >= headerLength) {
      const end = headerLength + this.#messageLength(rest);
      if (rest.length < end) break;
      this.#onMessage(rest.subarray(headerLength, end));
      rest = rest.subarray(end);
    }
    this.#needed = rest.length >= headerLength ? headerLength + this.#messageLength(rest) : headerLength;
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
  }

  #messageLength(header: Buffer): number {
    const length = header.readUInt32BE(1);
    if (header[0] !== 0) throw malformed('a compressed message, although none was requested');
    if (length > largestMessage) throw malformed(`a message of ${length} bytes`);
    return length;
  }
}

function malformed(what: string): GrpcFailure {
  return new GrpcFailure(GrpcCode.internal, `the server sent ${what}`, { fate: 'unknown' });
}
