import { numbers } from './frames.js';

/** How a zlib stream begins whose writer does without a dictionary. */
const zlibHead = Buffer.from([0x78, 0x01]);
/** An empty block, by which readers know that they have all that there is for now: Go's wait for one. */
const flushMark = Buffer.from([0, 0, 0, 0xff, 0xff]);
/** A block that is stored as it is cannot be longer. */
const maxStoredBytes = 0xffff;

/**
 * Writes the headers of streams. All of one connection are one zlib stream; there is nothing to be gained by compressing
 * the few that there are, and blocks may be stored as they are.
 */
export class HeaderWriter {
  #isFirst = true;

  write(headers: Readonly<Record<string, string>>): Buffer {
    const entries = Object.entries(headers);
    const parts = [numbers(entries.length)];
    for (const text of entries.flat()) parts.push(numbers(Buffer.byteLength(text)), Buffer.from(text));
    const block = Buffer.concat(parts);
    if (block.length > maxStoredBytes) throw new RangeError('the headers of a stream are too long');
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(block.length, 1);
    stored.writeUInt16LE(~block.length & 0xffff, 3);
    const written = Buffer.concat([this.#isFirst ? zlibHead : Buffer.alloc(0), stored, block, flushMark]);
    this.#isFirst = false;
    return written;
  }
}
