import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { closed, compacted, futureRevision } from '../errors.js';
import type {
  CommitResult,
  GetResult,
  Operation,
  PendingWrite,
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
import { Expiry } from './expiry.js';
import { HistorySize } from './history-size.js';
import { HistoryWindow } from './history-window.js';
import type { Ledger } from './ledger.js';
import { MemoryLedger } from './memory-ledger.js';
import { readKey, readRangeAt } from './read-state.js';
import { StorageImage } from './storage-image.js';
import { WatchHub } from './watch-hub.js';

/** Options of an `EmbeddedStorage`. */
export interface EmbeddedOptions {
  /** Where the data is stored. Unset: in memory, and lost on close. */
  readonly directory?: string;
  /** The initial content of a storage in memory. Older revisions than that of the image cannot be read. */
  readonly image?: StorageImage;
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

  /** A storage in memory, which continues from a revision. Unset: it begins with 1. */
  static inMemory({
    revision,
    ...options
  }: Pick<EmbeddedOptions, 'clock'> & { revision?: Revision } = {}): EmbeddedStorage {
    const storage = new EmbeddedStorage(
      revision === undefined ? new MemoryLedger() : MemoryLedger.at(revision),
      options,
    );
    storage.#historyWindow.start();
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
    return readKey(this.#ledger, key, revision);
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    const revision = this.#readRevision(options);
    return readRangeAt(this.#ledger, prefix, { ...options, revision });
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

  pending(key: string): PendingWrite | undefined {
    return this.#queue.pending(key);
  }

  get isInMemory(): boolean {
    return this.#ledger instanceof MemoryLedger;
  }

  /** The current content, which other storages can start from. Only for a storage in memory. */
  image(): StorageImage {
    this.#checkOpen();
    if (!(this.#ledger instanceof MemoryLedger)) throw new Error('only a storage in memory has images');
    return new StorageImage(this.#ledger.fork());
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
}

const defaultBytes = { onDisk: 256 * 2 ** 20, inMemory: 64 * 2 ** 20 };

/** LMDB is loaded only if needed: in memory, start-up takes microseconds. */
export async function openLedger(options: EmbeddedOptions): Promise<Ledger> {
  const { directory, image, onRepair = process.emitWarning } = options;
  if (directory === undefined) return image?.ledger() ?? new MemoryLedger();
  const { LmdbLedger } = await import('./lmdb-ledger.js');
  return LmdbLedger.open(directory, onRepair);
}
