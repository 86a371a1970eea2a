import { statfs } from 'node:fs/promises';
import type { RootDatabase } from 'lmdb';
import { messageOf } from '../../apimachinery/status/index.js';
import { isStorageError, StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import { DelegatedReads } from './delegated-reads.js';
import type { DirectoryOwner } from './directory-owner.js';
import type { Compaction, Expiring, Ledger, LedgerChange } from './ledger.js';
import { type LmdbEnvironment, openEnvironment } from './lmdb-environment.js';
import { LmdbRecords, readRange, type Table, unreadable } from './lmdb-records.js';
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

/** The part of LMDB's table statistics that is used here. */
interface PageCounts {
  readonly pageSize: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  /** Pages of values that do not fit a page. */
  readonly overflowPages: number;
}

/** Keeps versions in an LMDB environment. A commit is durable (fsync) before it resolves. */
export class LmdbLedger extends DelegatedReads implements Ledger {
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
  protected readonly records: LmdbRecords;
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
    super();
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
    this.records = new LmdbRecords({ heads: this.#heads, versions: this.#versions, plainUpTo: this.#plainUpTo });
  }

  get storedBytes(): number {
    const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = this.#versions.getStats() as PageCounts;
    return pageSize * (treeBranchPageCount + treeLeafPageCount + overflowPages);
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

  removeDeadReaders(): void {
    this.#root.readerCheck();
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
