// Follows vendor/github.com/moby/spdystream/spdy/types.go (v1.36)

/** The supported SPDY/3.1 frame types. */
export const frameTypes = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const;

export const finFlag = 1;

const version = 3;
const headBytes = 8;
/** Larger control frames indicate a protocol error. */
const maxControlBytes = 64 * 1024;

export interface ControlFrame {
  readonly type: number;
  readonly flags: number;
  readonly payload: Buffer;
}

export interface FrameHandler {
  control(frame: ControlFrame): void;
  /** A chunk of a data frame; `isLast`: the peer has closed its side of the stream. */
  data(streamId: number, piece: Buffer, isLast: boolean): void;
}

/** A violation of the SPDY protocol. */
export class SpdyError extends Error {
  override readonly name = 'SpdyError';
}

/** Parses frames from arbitrary chunks. Data is not buffered, but passed on in arrival order. */
export class FrameReader {
  readonly #handler: FrameHandler;
  /** A partial frame header or control frame. */
  #kept: Buffer = Buffer.alloc(0);
  /** The data frame that is being read. */
  #data: { readonly streamId: number; readonly isFin: boolean; left: number } | undefined;

  constructor(handler: FrameHandler) {
    this.#handler = handler;
  }

  /** Throws `SpdyError`. */
  push(chunk: Buffer): void {
    let rest: Buffer | undefined = chunk;
    while (rest !== undefined) rest = this.#data ? this.#readData(rest) : this.#readFrame(rest);
  }

  /** Returns the unread bytes; undefined if more are needed. */
  #readData(chunk: Buffer): Buffer | undefined {
    const data = this.#data!;
    const piece = chunk.subarray(0, data.left);
    data.left -= piece.length;
    if (data.left === 0) this.#data = undefined;
    if (piece.length > 0 || data.left === 0) this.#handler.data(data.streamId, piece, data.left === 0 && data.isFin);
    return data.left === 0 ? chunk.subarray(piece.length) : undefined;
  }

  #readFrame(chunk: Buffer): Buffer | undefined {
    const bytes = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#kept = bytes;
    if (bytes.length < headBytes) return undefined;
    const [flags, length] = [bytes[4]!, bytes.readUIntBE(5, 3)];
    const first = bytes.readUInt32BE(0);
    if ((first & 0x8000_0000) === 0) {
      this.#kept = Buffer.alloc(0);
      this.#data = { streamId: first, isFin: (flags & finFlag) !== 0, left: length };
      return bytes.subarray(headBytes);
    }
    if (((first >>> 16) & 0x7fff) !== version || length > maxControlBytes) throw new SpdyError('not a SPDY/3 frame');
    if (bytes.length < headBytes + length) return undefined;
    this.#kept = Buffer.alloc(0);
    const payload = bytes.subarray(headBytes, headBytes + length);
    this.#handler.control({ type: first & 0xffff, flags, payload });
    return bytes.subarray(headBytes + length);
  }
}

export function controlFrame({ type, flags, payload }: ControlFrame): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE((0x8000_0000 | (version << 16) | type) >>> 0, 0);
  head[4] = flags;
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

/** Encodes the header of a data frame. */
export function dataHead(streamId: number, length: number, flags = 0): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(streamId, 0);
  head[4] = flags;
  head.writeUIntBE(length, 5, 3);
  return head;
}

export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}
