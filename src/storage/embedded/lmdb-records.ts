import type { Database } from 'lmdb';
import { messageOf } from '../../apimachinery/status/index.js';
import { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import type { Head, LostHead, LostVersion, Place, Version } from './ledger.js';
import * as record from './record.js';

export type Table = Database<Buffer, Buffer>;

export interface LmdbRecordsOptions {
  readonly heads: Table;
  readonly versions: Table;
  /** Records up to this revision have no checksums. */
  readonly plainUpTo: Revision;
}

/** Reads the heads and versions of an LMDB environment. */
export class LmdbRecords {
  readonly #heads: Table;
  readonly #versions: Table;
  readonly #plainUpTo: Revision;

  constructor({ heads, versions, plainUpTo }: LmdbRecordsOptions) {
    this.#heads = heads;
    this.#versions = versions;
    this.#plainUpTo = plainUpTo;
  }

  head(key: string): Head | undefined {
    const keyBytes = Buffer.from(key);
    const bytes = read(this.#heads, keyBytes);
    if (!bytes) return undefined;
    const head = record.decodeHead(keyBytes, { bytes, length: sizeOfLast(this.#heads), plainUpTo: this.#plainUpTo });
    if (head.revision === undefined) throw head.damage;
    return head;
  }

  version(place: Place): Version | undefined {
    const placeBytes = record.encodePlace(place);
    const shared = read(this.#versions, placeBytes);
    if (!shared) return undefined;
    const version = record.decodeVersion(placeBytes, copyOf(shared, sizeOfLast(this.#versions)), this.#plainUpTo);
    if (version.key === undefined) throw version.damage;
    return version;
  }

  forEachHead(prefix: string, startKey: string, visit: (head: Head | LostHead) => boolean): void {
    const prefixBytes = Buffer.from(prefix);
    const startBytes = Buffer.from(startKey);
    const start = Buffer.compare(startBytes, prefixBytes) > 0 ? startBytes : prefixBytes;
    const plainUpTo = this.#plainUpTo;
    for (const { key, value } of readRange(this.#heads, { start })) {
      // No end is beyond the length of either: Deno mistakes one for the other.
      if (prefixBytes.compare(key, 0, Math.min(prefixBytes.length, key.length)) !== 0) return;
      if (!visit(record.decodeHead(key, { bytes: value, length: value.length, plainUpTo }))) return;
    }
  }

  forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void {
    const start = record.encodePlace({ revision: after + 1n, order: 0 });
    for (const { key, value } of readRange(this.#versions, { start })) {
      if (!visit(record.decodeVersion(key, value, this.#plainUpTo))) return;
    }
  }
}

/** Separates errors of LMDB from errors that the consumer throws. */
export function* readRange(
  table: Table,
  range: { start?: Buffer; end?: Buffer },
): Iterable<{ key: Buffer; value: Buffer }> {
  try {
    yield* table.getRange(range);
  } catch (error) {
    throw unreadable(error);
  }
}

/** LMDB itself has found an inconsistency. */
export function unreadable(error: unknown): StorageError {
  return new StorageError('unreadable', `the store cannot be read: ${messageOf(error)}; see trestle doctor`, {
    cause: error,
  });
}

/** Returns memory that the next read overwrites. */
function read(table: Table, key: Buffer): Buffer | undefined {
  try {
    return table.getBinaryFast(key);
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Copies a value. `getBinary` would allocate an ArrayBuffer for each, which costs several times as much as reading it;
 * a slice of Buffer's pool is short-lived, or is soon copied into the cache.
 */
function copyOf(shared: Buffer, size: number): Buffer {
  const copy = Buffer.allocUnsafe(size);
  copy.set(shared.subarray(0, size));
  return copy;
}

/** The length of the value that was read last. */
function sizeOfLast(table: Table): number {
  return (table as Table & { lastSize: number }).lastSize;
}
