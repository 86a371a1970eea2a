import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Revision } from '../../storage.js';

const size = 16;

/**
 * A revision that several processes share: one writes it, the others read it in a microsecond or two, without a
 * message. It is an open file without a name, which child processes inherit; the system keeps it in memory.
 */
export class RevisionFile {
  readonly descriptor: number;
  readonly #bytes = Buffer.alloc(size);

  /** A new file; this process writes it. */
  static create(revision: Revision): RevisionFile {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-revision-'));
    try {
      const file = new RevisionFile(openSync(join(directory, 'revision'), 'wx+', 0o600));
      file.write(revision);
      return file;
    } finally {
      removeQuietly(directory);
    }
  }

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  write(revision: Revision): void {
    this.#bytes.writeBigUInt64LE(revision, 0);
    this.#bytes.writeBigUInt64LE(~revision & 0xffff_ffff_ffff_ffffn, 8);
    writeSync(this.descriptor, this.#bytes, 0, size, 0);
  }

  /** The revision and its complement: if they do not match, the read met a write in progress. */
  read(): Revision {
    const bytes = this.#bytes;
    for (;;) {
      readSync(this.descriptor, bytes, 0, size, 0);
      if (isPair(bytes)) return bytes.readBigUInt64LE(0);
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Some systems do not remove the directory of an open file. */
function removeQuietly(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // The system cleans up its temporary files.
  }
}

function isPair(bytes: Buffer): boolean {
  return (
    (bytes.readUInt32LE(0) ^ bytes.readUInt32LE(8)) === -1 && (bytes.readUInt32LE(4) ^ bytes.readUInt32LE(12)) === -1
  );
}
