import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { gzipOptions } from './compression.js';
import { appendCrc, crcShift } from './crc.js';
import { unpooled } from './unpooled.js';

/** A separately compressed piece of text, which can be part of many responses. */
export interface DeflatedPart {
  readonly bytes: Buffer;
  /** Size of the uncompressed text. */
  readonly size: number;
  readonly crc: number;
  /** The multiplier for the checksum of the preceding data: see `crcShift`. */
  readonly shift: number;
}

/** Ends on a byte boundary, without references to preceding data. */
export async function deflatePart(text: Buffer): Promise<DeflatedPart> {
  const options = { ...gzipOptions, finishFlush: constants.Z_FULL_FLUSH };
  const bytes = await promisify<Uint8Array, object, Buffer>(deflateRaw)(text, options);
  return { bytes: unpooled(bytes), size: text.length, crc: crc32(text), shift: crcShift(text.length) };
}

/** No name, no time, fastest, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** An empty final block. */
const lastBlock = [3, 0];

/** Joins parts into a single gzip member. */
export class GzipJoin {
  readonly header = header;
  #crc = 0;
  #size = 0;

  /** Must be called with each part in order. */
  append({ size, crc, shift }: DeflatedPart): void {
    this.#crc = appendCrc(this.#crc, { crc, shift });
    this.#size += size;
  }

  get trailer(): Buffer {
    const trailer = Buffer.from([...lastBlock, 0, 0, 0, 0, 0, 0, 0, 0]);
    trailer.writeUInt32LE(this.#crc, lastBlock.length);
    trailer.writeUInt32LE(this.#size % 2 ** 32, lastBlock.length + 4);
    return trailer;
  }
}

/** Compresses pieces one after another, as one gzip member. */
export async function* zippedPieces(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const join = new GzipJoin();
  yield join.header;
  for (const piece of pieces) {
    const part = await deflatePart(piece);
    join.append(part);
    yield part.bytes;
  }
  yield join.trailer;
}
