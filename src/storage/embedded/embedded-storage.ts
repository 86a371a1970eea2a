import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { closed, compacted, futureRevision, type StorageError } from '../errors.js';
import type {
  CommitResult,
  GetResult,
  KeyValue,
  Operation,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchOptions,
} from '../storage.js';
import { CommitQueue, expiryOf } from './commit-queue.js';
import { Compactor } from './compactor.js';
import { DamagedEntry, entryOf } from './entries.js';
import { Expiry } from './expiry.js';
import { HistorySize } from './history-size.js';
import { HistoryWindow } from './history-window.js';
import { type Head, isDeletion, type Ledger, type LostHead } from './ledger.js';
import { MemoryLedger } from './memory-ledger.js';
import { WatchHub } from './watch-hub.js';

export interface EmbeddedOptions {
  /** Where the data is stored. Unset: in memory, and lost on close. */
  readonly directory?: string;
  /** Replaces the directory, for tests. */
  readonly ledger?: Ledger;
  /** How long older revisions can be read and watched: at least this, at most twice this. Default: five minutes. */
  readonly historyMilliseconds?: number;
  /**
   * The maximum size of older revisions, in bytes, or the size of the newest ones if that is larger. Beyond it, the
   * oldest are compacted early. Infinity: no limit. Default: 256 MiB, in memory 64 MiB.
   */
  readonly historyBytes?: number;
  readonly clock?: Clock;
  /** Called with damage on disk that was repaired. Default: `process.emitWarning`. */
  readonly onRepair?: (message: string) => void;
}

/** A multi-version storage for a single process, on LMDB or in memory. */
export class EmbeddedStorage implements Storage {
  readonly #ledger: Ledger;
  readonly #hub: WatchHub;
  readonly #queue: CommitQueue;
  readonly #compactor: Compactor;
  readonly #expiry: Expiry;
  readonly #historyWindow: HistoryWindow;
  readonly #historySize: HistorySize;
  readonly #clock: Clock;
  #closing: Promise<void> | undefined;

  /** Fails with `in-use`, `newer-format` or `unreadable`. */
  static async open(options: EmbeddedOptions = {}): Promise<EmbeddedStorage> {
    const storage = new EmbeddedStorage(options.ledger ?? (await openLedger(options)), options);
    storage.#expiry.schedule();
    storage.#historyWindow.start();
    void storage.#compactor.sweep().catch(() => undefined);
    return storage;
  }

  private constructor(ledger: Ledger, options: EmbeddedOptions) {
    const { historyMilliseconds = 5 * 60_000, clock = systemClock } = options;
    const { historyBytes = options.directory === undefined ? defaultBytes.inMemory : defaultBytes.onDisk } = options;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#hub = new WatchHub(ledger);
    this.#queue = new CommitQueue(ledger, this.#hub, clock);
    this.#compactor = new Compactor(ledger, this.#queue, this.#hub);
    this.#expiry = new Expiry(ledger, this.#queue, clock);
    this.#historyWindow = new HistoryWindow({ milliseconds: historyMilliseconds, storage: this, clock });
    this.#historySize = new HistorySize({ limitBytes: historyBytes, storage: this, ledger, clock });
  }

  get knownRevision(): Revision | undefined {
    return this.#closing ? undefined : this.#hub.revision;
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen();
    return this.#hub.revision;
  }

  get oldestRevision(): Revision {
    return this.#compactor.revision;
  }

  async get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    const revision = this.#readRevision(options);
    const newest = this.#ledger.head(key);
    const head = newest && this.#headAt(newest, revision);
    return { revision, entry: head && entryOf(this.#ledger, head) };
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    const { startKey = prefix, limit = 0, keysOnly = false, count = false } = options;
    const revision = this.#readRevision(options);
    const entries: KeyValue[] = [];
    let [counted, more] = [0, false];
    this.#ledger.forEachHead(prefix, startKey, (newest) => {
      const head = this.#headOrDamageAt(newest, revision);
      if (!head) return true;
      more = limit > 0 && entries.length >= limit;
      counted++;
      if (!more) entries.push(keysOnly ? keyOnly(head) : this.#entry(head));
      return count || !more;
    });
    return { revision, entries, more, ...(count && { count: counted }) };
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    const result = await this.#queue.commit(operations);
    let written = 0;
    for (const operation of operations) {
      if (operation.type !== 'put') continue;
      written += operation.value.length;
      if (operation.ttlSeconds) this.#expiry.schedule(expiryOf(operation.ttlSeconds, this.#clock));
    }
    if (result.committed) this.#historySize.wrote(written);
    return result;
  }

  watch(prefix: string, options: WatchOptions = {}): Watch {
    return this.#hub.watch(prefix, options);
  }

  async compact(revision: Revision): Promise<void> {
    this.#checkOpen();
    await this.#compactor.compact(revision);
    this.#historySize.compacted(revision);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#historyWindow.close();
    this.#expiry.close();
    await this.#queue.close();
    this.#hub.close();
    await this.#ledger.close();
  }

  #checkOpen(): void {
    if (this.#closing) throw closed();
  }

  /** The revision of a read, after a check that it is not compacted. */
  #readRevision({ revision }: ReadOptions): Revision {
    this.#checkOpen();
    if (revision === undefined) return this.#hub.revision;
    if (revision > this.#hub.revision) throw futureRevision(revision, this.#hub.revision);
    if (revision < this.#compactor.revision) throw compacted(revision, this.#compactor.revision);
    return revision;
  }

  /** The newest version of a key at a revision; undefined: the key did not exist. */
  #headAt(newest: Head, revision: Revision): Head | undefined {
    let head: Head | undefined = newest;
    while (head && head.revision > revision) {
      const version = this.#ledger.version(head);
      head = version?.previous && this.#ledger.version(version.previous);
    }
    return head && !isDeletion(head) ? head : undefined;
  }

  /** The same for ranges: a damaged record does not fail the others. */
  #headOrDamageAt(newest: Head | LostHead, revision: Revision): Head | LostHead | undefined {
    if (newest.revision === undefined) return newest;
    try {
      return this.#headAt(newest, revision);
    } catch (error) {
      return { key: newest.key, damage: error as StorageError };
    }
  }

  #entry(head: Head | LostHead): KeyValue {
    return head.revision === undefined ? lostEntry(head) : entryOf(this.#ledger, head);
  }
}

const empty = Buffer.alloc(0);
const defaultBytes = { onDisk: 256 * 2 ** 20, inMemory: 64 * 2 ** 20 };

function keyOnly(head: Head | LostHead): KeyValue {
  const { key, createRevision, revision } = head.revision === undefined ? { ...head, ...unknownRevisions } : head;
  return { key, value: empty, createRevision, modRevision: revision };
}

const unknownRevisions = { createRevision: 1n, revision: 1n };

function lostEntry({ key, damage }: LostHead): KeyValue {
  return new DamagedEntry({ key, ...unknownRevisions }, damage);
}

/** LMDB is loaded only if needed: in memory, start-up takes microseconds. */
async function openLedger({ directory, onRepair = process.emitWarning }: EmbeddedOptions): Promise<Ledger> {
  if (directory === undefined) return new MemoryLedger();
  const { LmdbLedger } = await import('./lmdb-ledger.js');
  return LmdbLedger.open(directory, onRepair);
}
