import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/** What LMDB files have at this offset, in the machine's byte order. */
const magic = { offset: 24, value: 0xbeefc0de };

/** Throws for files that are not LMDB's own: LMDB itself crashes on them. A file may be missing or empty. */
export function checkMagic(file: string): void {
  if (!existsSync(file)) return;
  const header = Buffer.alloc(magic.offset + 4);
  const descriptor = openSync(file, 'r');
  const length = readSync(descriptor, header);
  closeSync(descriptor);
  if (length === 0) return;
  const found = endianness() === 'LE' ? header.readUInt32LE(magic.offset) : header.readUInt32BE(magic.offset);
  if (found !== magic.value) throw new Error(`${file} is not an LMDB file`);
}
