import { statfs } from 'node:fs/promises';
import type { Database, RootDatabase } from 'lmdb';
import { isStorageError, StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import type { DirectoryOwner } from './directory-owner.js';
import type {
  Compaction,
  Expiring,
  Head,
  Ledger,
  LedgerChange,
  LostHead,
  LostVersion,
  Place,
  Version,
} from './ledger.js';
import { type LmdbEnvironment, openEnvironment } from './lmdb-environment.js';
import { rebuildIndex } from './rebuild-index.js';
import * as record from './record.js';
import {
  formatSetting,
  formatVersion,
  numberSetting,
  readSettings,
  type Settings,
  settingNames,
  writeSetting,
} from './settings.js';
import { checkIdentity, keepIdentity, newIdentity } from './store-identity.js';

type Table = Database<Buffer, Buffer>;

/** The part of LMDB's table statistics that is used here. */
interface PageCounts {
  readonly pageSize: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  /** Pages of values that do not fit a page. */
  readonly overflowPages: number;
}

/** Keeps versions in an LMDB environment. A commit is durable (fsync) before it resolves. */
export class LmdbLedger implements Ledger {
  /** LMDB's limit, less the timestamp that precedes the key in expirations. */
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
  /** Records up to this revision have no checksums. */
  readonly #plainUpTo: Revision;

  /** Calls `onRepair` with damage that was repaired. */
  static async open(directory: string, onRepair: (message: string) => void): Promise<LmdbLedger> {
    const environment = await openEnvironment(directory);
    try {
      const ledger = new LmdbLedger(environment);
      if (environment.index.isDamaged(ledger.#plainUpTo)) onRepair(ledger.#rebuildIndex());
      return ledger;
    } catch (error) {
      environment.owner.release();
      void environment.root.close();
      throw isStorageError(error) ? error : unreadable(error);
    }
  }

  private constructor({ directory, root, owner, identity }: LmdbEnvironment) {
    const table = (name: string): Table => root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    this.#directory = directory;
    this.#root = root;
    this.#owner = owner;
    this.#meta = table('meta');
    this.#heads = table('heads');
    this.#versions = table('versions');
    this.#expirations = table('expirations');
    const settings = readSettings(`the data directory ${directory}`, (name) => this.#meta.getBinary(name));
    checkIdentity(directory, identity, settings.id);
    const id = settings.id ?? identity?.id ?? newIdentity();
    if (settings.format !== formatVersion || settings.id === undefined) this.#upgrade({ ...settings, id });
    if (!identity || identity.isNew) keepIdentity(directory, id);
    this.revision = settings.revision;
    this.compaction = settings.compaction;
    this.#plainUpTo = settings.plainUpTo;
  }

  get storedBytes(): number {
    const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = this.#versions.getStats() as PageCounts;
    return pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages);
  }

  head(key: string): Head | undefined {
    const keyBytes = Buffer.from(key);
    const bytes = this.#read(this.#heads, keyBytes);
    if (!bytes) return undefined;
    const head = record.decodeHead(keyBytes, { bytes, length: sizeOfLast(this.#heads), plainUpTo: this.#plainUpTo });
    if (head.revision === undefined) throw head.damage;
    return head;
  }

  version(place: Place): Version | undefined {
    const placeBytes = record.encodePlace(place);
    const shared = this.#read(this.#versions, placeBytes);
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
      if (key.compare(prefixBytes, 0, prefixBytes.length, 0, Math.min(prefixBytes.length, key.length)) !== 0) return;
      if (!visit(record.decodeHead(key, { bytes: value, length: value.length, plainUpTo }))) return;
    }
  }

  forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void {
    const start = record.encodePlace({ revision: after + 1n, order: 0 });
    for (const { key, value } of readRange(this.#versions, { start })) {
      if (!visit(record.decodeVersion(key, value, this.#plainUpTo))) return;
    }
  }

  expiring(before: number, limit: number): Expiring[] {
    const end = Buffer.alloc(8);
    end.writeBigUInt64BE(BigInt(before));
    return this.#expiring({ end }, limit);
  }

  nextExpiry(): number | undefined {
    return this.#expiring({}, 1)[0]?.expiresAt;
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
      const [place, key] = [record.encodePlace(version), Buffer.from(version.key)];
      void this.#versions.put(place, record.encodeVersion(version, place));
      void this.#heads.put(key, record.encodeHead(version, key));
      if (version.expiresAt > 0) {
        const expiration = record.encodeExpiration(version);
        void this.#expirations.put(expiration, record.encodeExpiringPlace(version, expiration));
      }
    }
    for (const place of change.droppedVersions) void this.#versions.remove(record.encodePlace(place));
    for (const key of change.droppedHeads) void this.#heads.remove(Buffer.from(key));
    for (const expiring of change.droppedExpirations) {
      void this.#expirations.remove(record.encodeExpiration(expiring));
    }
    if (change.versions.length > 0) writeSetting(this.#meta, settingNames.revision, numberSetting(change.revision));
    if (change.compaction) {
      writeSetting(this.#meta, settingNames.compaction, record.encodeCompaction(change.compaction));
    }
  }

  /** In one transaction, so that a store has either format. Existing records are rewritten only when their keys are. */
  #upgrade({ format, id, revision, compaction, plainUpTo }: Settings & { id: string }): void {
    this.#root.transactionSync(() => {
      writeSetting(this.#meta, settingNames.format, formatSetting());
      writeSetting(this.#meta, settingNames.id, Buffer.from(id));
      if (format === undefined) return;
      writeSetting(this.#meta, settingNames.revision, numberSetting(revision));
      writeSetting(this.#meta, settingNames.compaction, record.encodeCompaction(compaction));
      writeSetting(this.#meta, settingNames.plainUpTo, numberSetting(plainUpTo));
    });
  }

  #rebuildIndex(): string {
    const [heads, versions, expirations] = [this.#heads, this.#versions, this.#expirations];
    const tables = { heads, versions, expirations, plainUpTo: this.#plainUpTo };
    const recovered = this.#root.transactionSync(() => rebuildIndex(tables));
    return `the index in ${this.#directory} was damaged and has been made anew: ${recovered} keys recovered`;
  }

  /** Damaged records are skipped, and kept. */
  #expiring(range: { end?: Buffer }, limit: number): Expiring[] {
    const found: Expiring[] = [];
    for (const { key, value } of readRange(this.#expirations, range)) {
      if (found.length >= limit) break;
      const expiring = record.decodeExpiration(key, value, this.#plainUpTo);
      if (expiring) found.push(expiring);
    }
    return found;
  }

  /** Returns memory that the next read overwrites. */
  #read(table: Table, key: Buffer): Buffer | undefined {
    try {
      return table.getBinaryFast(key);
    } catch (error) {
      throw unreadable(error);
    }
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

/** Separates errors of LMDB from errors that the consumer throws. */
function* readRange(table: Table, range: { start?: Buffer; end?: Buffer }): Iterable<{ key: Buffer; value: Buffer }> {
  try {
    yield* table.getRange(range);
  } catch (error) {
    throw unreadable(error);
  }
}

/** The length of the value that was read last. */
function sizeOfLast(table: Table): number {
  return (table as Table & { lastSize: number }).lastSize;
}

/** LMDB itself has found an inconsistency. */
function unreadable(error: unknown): StorageError {
  return new StorageError('unreadable', `the store cannot be read: ${messageOf(error)}; see trestle doctor`, {
    cause: error,
  });
}

/** lmdb reports only that the commit failed; the reason follows later, through a separate promise. */
async function commitError(error: unknown, directory: string, change: LedgerChange): Promise<StorageError> {
  const reason = await Promise.resolve((error as { commitError?: Promise<never> }).commitError).catch((cause) => cause);
  const message = messageOf(reason ?? error);
  if (/no space left|MAP_FULL|quota|too large/i.test(message) || (await isFull(directory, change))) {
    return new StorageError('out-of-space', `no space for the write in ${directory}`, { cause: reason });
  }
  return new StorageError('unavailable', `the write failed: ${message}`, { cause: reason });
}

/** LMDB reports a short write on a full disk as an I/O error. */
async function isFull(directory: string, { versions }: LedgerChange): Promise<boolean> {
  const needed = versions.reduce((sum, version) => sum + version.value.length, 1 << 20);
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < needed;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
