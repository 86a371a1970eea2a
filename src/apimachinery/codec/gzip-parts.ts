import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { gzipOptions } from './compression.js';
import { appendCrc, crcShift } from './crc.js';

/** A piece of text that was compressed by itself, so that it can be part of many answers. */
export interface DeflatedPart {
  readonly bytes: Buffer;
  /** Of the text. */
  readonly size: number;
  readonly crc: number;
  /** What a checksum of what comes before is moved by: see `crcShift`. */
  readonly shift: number;
}

/** Ends at a byte, and refers to nothing before it. */
export async function deflatePart(text: Buffer): Promise<DeflatedPart> {
  const options = { ...gzipOptions, finishFlush: constants.Z_FULL_FLUSH };
  const bytes = await promisify<Uint8Array, object, Buffer>(deflateRaw)(text, options);
  return { bytes, size: text.length, crc: crc32(text), shift: crcShift(text.length) };
}

/** No name, no time, fastest, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** An empty block that is the last. */
const lastBlock = [3, 0];

/** Puts parts together into one gzip member, in whose middle nobody sees where they meet. */
export class GzipJoin {
  readonly header = header;
  #crc = 0;
  #size = 0;

  /** To be told of each part in order. */
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
