import { mkdirSync, realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import { isStorageError, StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import { DirectoryOwner } from './directory-owner.js';
import type { Compaction, Expiring, Head, Ledger, LedgerChange, Place, Version } from './ledger.js';
import { checkMagic } from './lmdb-file.js';
import { lmdbLibrary } from './lmdb-library.js';
import * as record from './record.js';

/** Raised when what is on disk changes its meaning; older formats are still read, newer ones are refused. */
const formatVersion = 1;

type Table = Database<Buffer, Buffer>;

const metaKey = {
  format: Buffer.from('format'),
  revision: Buffer.from('revision'),
  compaction: Buffer.from('compaction'),
};

/** Keeps versions in an LMDB environment. A commit is durable (fsync) before it resolves. */
export class LmdbLedger implements Ledger {
  /** LMDB's limit, less what the keys of expirations have before the key. */
  readonly maxKeyBytes = 1978 - 8;
  readonly revision: Revision;
  readonly compaction: Compaction;

  readonly #directory: string;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #owner: DirectoryOwner;
  readonly #meta: Table;
  readonly #heads: Table;
  readonly #versions: Table;
  readonly #expirations: Table;

  static open(directory: string): LmdbLedger {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const path = realpathSync(directory);
    const root = openEnvironment(path);
    try {
      // LMDB's own lock excludes other processes that are about to claim the directory.
      const owner = root.transactionSync(() => DirectoryOwner.claim(path));
      return new LmdbLedger(root, owner, path);
    } catch (error) {
      if (!isStorageError(error, 'in-use')) void root.close();
      throw error;
    }
  }

  private constructor(root: RootDatabase<Buffer, Buffer>, owner: DirectoryOwner, path: string) {
    const table = (name: string): Table => root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    this.#directory = path;
    this.#root = root;
    this.#owner = owner;
    this.#meta = table('meta');
    this.#heads = table('heads');
    this.#versions = table('versions');
    this.#expirations = table('expirations');
    try {
      this.#checkFormat(path);
    } catch (error) {
      owner.release();
      throw error;
    }
    this.revision = this.#meta.getBinary(metaKey.revision)?.readBigUInt64BE(0) ?? 1n;
    const compaction = this.#meta.getBinary(metaKey.compaction);
    this.compaction = compaction ? record.decodeCompaction(compaction) : { revision: 0n, swept: 0n };
  }

  head(key: string): Head | undefined {
    const bytes = this.#heads.getBinaryFast(Buffer.from(key));
    return bytes && record.decodeHead(key, bytes);
  }

  version(place: Place): Version | undefined {
    const bytes = copyOf(this.#versions, record.encodePlace(place));
    return bytes && record.decodeVersion(place, bytes);
  }

  forEachHead(prefix: string, startKey: string, visit: (head: Head) => boolean): void {
    const prefixBytes = Buffer.from(prefix);
    const startBytes = Buffer.from(startKey);
    const start = Buffer.compare(startBytes, prefixBytes) > 0 ? startBytes : prefixBytes;
    for (const { key, value } of this.#heads.getRange({ start })) {
      if (key.compare(prefixBytes, 0, prefixBytes.length, 0, Math.min(prefixBytes.length, key.length)) !== 0) return;
      if (!visit(record.decodeHead(key.toString(), value))) return;
    }
  }

  forEachVersion(after: Revision, visit: (version: Version) => boolean): void {
    const start = record.encodePlace({ revision: after + 1n, order: 0 });
    for (const { key, value } of this.#versions.getRange({ start })) {
      if (!visit(record.decodeVersion(record.decodePlace(key), value))) return;
    }
  }

  expiring(before: number, limit: number): Expiring[] {
    const end = Buffer.alloc(8);
    end.writeBigUInt64BE(BigInt(before));
    const due = this.#expirations.getRange({ end, limit });
    return [...due.map(({ key, value }) => record.decodeExpiration(key, value))];
  }

  nextExpiry(): number | undefined {
    for (const { key, value } of this.#expirations.getRange({ limit: 1 })) {
      return record.decodeExpiration(key, value).expiresAt;
    }
    return undefined;
  }

  async commit(change: LedgerChange): Promise<void> {
    try {
      await this.#root.batch(() => this.#write(change));
    } catch (error) {
      throw await commitError(error, this.#directory, change);
    }
  }

  async close(): Promise<void> {
    await this.#root.close();
    this.#owner.release();
  }

  #write(change: LedgerChange): void {
    for (const version of change.versions) {
      void this.#versions.put(record.encodePlace(version), record.encodeVersion(version));
      void this.#heads.put(Buffer.from(version.key), record.encodeHead(version));
      if (version.expiresAt > 0) {
        void this.#expirations.put(record.encodeExpiration(version), record.encodePlace(version));
      }
    }
    for (const place of change.droppedVersions) void this.#versions.remove(record.encodePlace(place));
    for (const key of change.droppedHeads) void this.#heads.remove(Buffer.from(key));
    for (const expiring of change.droppedExpirations) {
      void this.#expirations.remove(record.encodeExpiration(expiring));
    }
    if (change.versions.length > 0) {
      const revision = Buffer.allocUnsafe(8);
      revision.writeBigUInt64BE(change.revision);
      void this.#meta.put(metaKey.revision, revision);
    }
    if (change.compaction) void this.#meta.put(metaKey.compaction, record.encodeCompaction(change.compaction));
  }

  #checkFormat(path: string): void {
    const found = this.#meta.getBinary(metaKey.format)?.readUInt32BE(0);
    if (found === undefined) {
      const format = Buffer.alloc(4);
      format.writeUInt32BE(formatVersion);
      this.#meta.putSync(metaKey.format, format);
    } else if (found > formatVersion) {
      throw new StorageError(
        'newer-format',
        `the data directory ${path} was written by a newer version of this program (format ${found}; ` +
          `this version knows formats up to ${formatVersion}): upgrade, or give another directory`,
      );
    }
  }
}

/**
 * A value in memory of ours. `getBinary` would give each its own ArrayBuffer, which costs several times as much as
 * reading it; a slice of Buffer's pool is soon copied again, into what the cache keeps, or is gone.
 */
function copyOf(table: Table, key: Buffer): Buffer | undefined {
  const shared = table.getBinaryFast(key);
  if (!shared) return undefined;
  const copy = Buffer.allocUnsafe((table as Table & { lastSize: number }).lastSize);
  copy.set(shared.subarray(0, copy.length));
  return copy;
}

function openEnvironment(path: string): RootDatabase<Buffer, Buffer> {
  try {
    checkMagic(join(path, 'data.mdb'));
    return lmdbLibrary().open<Buffer, Buffer>({
      path,
      // Else a directory with a dot in its name would be taken for a file.
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      // Else LMDB acknowledges a commit before it is on disk.
      overlappingSync: false,
      // Commits are grouped by the engine already.
      eventTurnBatching: false,
    });
  } catch (error) {
    throw new StorageError('unreadable', `the data directory ${path} cannot be opened: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** lmdb says only that the commit failed; the reason comes later, through a promise of its own. */
async function commitError(error: unknown, directory: string, change: LedgerChange): Promise<StorageError> {
  const reason = await Promise.resolve((error as { commitError?: Promise<never> }).commitError).catch((cause) => cause);
  const message = messageOf(reason ?? error);
  if (/no space left|MAP_FULL|quota|too large/i.test(message) || (await isFull(directory, change))) {
    return new StorageError('out-of-space', `there is no room for the write in ${directory}`, { cause: reason });
  }
  return new StorageError('unavailable', `the write failed: ${message}`, { cause: reason });
}

/** LMDB reports a write that was cut short by a full disk as an input/output error. */
async function isFull(directory: string, { versions }: LedgerChange): Promise<boolean> {
  const needed = versions.reduce((sum, version) => sum + version.value.length, 1 << 20);
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < needed;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
