// Follows vendor/github.com/moby/spdystream/spdy/dictionary.go (v1.36)

import { numbers } from './frames.js';

/** Header of a zlib stream without a dictionary. */
const zlibHead = Buffer.from([0x78, 0x01]);
/** An empty stored block (sync flush), which Go's reader requires after each block of headers. */
const flushMark = Buffer.from([0, 0, 0, 0xff, 0xff]);
/** Maximum length of a stored block. */
const maxStoredBytes = 0xffff;

/**
 * Encodes the headers of streams. All headers of a connection form one zlib stream. They are few and small, so blocks
 * are stored uncompressed.
 */
export class HeaderWriter {
  #isFirst = true;

  write(headers: Readonly<Record<string, string>>): Buffer {
    const entries = Object.entries(headers);
    const parts = [numbers(entries.length)];
    for (const text of entries.flat()) parts.push(numbers(Buffer.byteLength(text)), Buffer.from(text));
    const block = Buffer.concat(parts);
    if (block.length > maxStoredBytes) throw new RangeError('stream headers too long');
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(block.length, 1);
    stored.writeUInt16LE(~block.length & 0xffff, 3);
    const written = Buffer.concat([this.#isFirst ? zlibHead : Buffer.alloc(0), stored, block, flushMark]);
    this.#isFirst = false;
    return written;
  }
}
