// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (v1.36)

import { type Clock, every, systemClock } from '../../apimachinery/clock/index.js';
import type {
  CommitResult,
  GetResult,
  KeyValue,
  PendingWrite,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchBatch,
  WatchOptions,
} from '../storage.js';
import type { CacheActivity } from './cache-activity.js';
import { asStored, CacheEntry, type Presentation } from './cache-entry.js';
import { CacheReader, type ListOptions } from './cache-reader.js';
import type { CacheState } from './cache-state.js';
import type { CacheWatch, CacheWatchOptions } from './cache-watch.js';
import { CacheWatches } from './cache-watches.js';
import { type CacheDifference, differenceFromStore } from './consistency.js';
import type { ListResult } from './list-result.js';
import type { AttributedOperation } from './own-writes.js';
import { Reflector } from './reflector.js';
import { StorageView } from './storage-view.js';
import { TaskQueue } from './task-queue.js';
import { WatchCache } from './watch-cache.js';
import { type Scope, WatchGroups } from './watch-groups.js';

/** Options of a `Cacher`. */
export interface CacherOptions {
  readonly storage: Storage;
  /** The key prefix of the cached resource type, such as `/pods/`. */
  readonly prefix: string;
  readonly presentation?: Presentation;
  /** The content at the start: that of a cache of an equal store, with the same indexes. Unset: read from the store. */
  readonly initial?: CacheState | undefined;
  /** Selectable fields that lists and watches often filter by. */
  readonly indexedFields?: readonly string[];
  /** The number of recent events to keep. */
  readonly windowCapacity?: number;
  /** The former values that these events may keep, in bytes. */
  readonly windowBytes?: number;
  readonly bookmarkMilliseconds?: number;
  /** The queue for watches with `isDeferred`; unset: one queue for all caches. */
  readonly tasks?: TaskQueue;
  readonly clock?: Clock;
  /** Called when the first watch is opened, and when the last one has ended. */
  readonly onWatched?: (isWatched: boolean) => void;
  /** Called with how long a consistent read waited for the cache. */
  readonly onReadWait?: (milliseconds: number) => void;
  /** Called when the cache cannot follow the store. It keeps retrying. */
  readonly onError?: (error: unknown) => void;
}

const sharedQueue = new TaskQueue();

/**
 * A storage around a storage that holds one resource type in memory. Reads are consistent: they get the store's current
 * revision and wait until the cache has seen it. Answering them needs no parsing or encoding.
 */
export class Cacher implements Storage {
  readonly #clock: Clock;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #bookmarkMilliseconds: number;
  readonly #cache: WatchCache;
  readonly #reader: CacheReader;
  readonly #watches: CacheWatches;
  readonly #reflector: Reflector;
  readonly pending: Storage['pending'];
  /** Called with the first entry. Unset: none are. */
  #onFirstEntry: Set<() => void> | undefined;
  #stopBookmarks: (() => void) | undefined;
  #stopping: Promise<void> | undefined;

  /** Resolves when the cache is filled. */
  static async start(options: CacherOptions): Promise<Cacher> {
    const cacher = new Cacher(options);
    cacher.start();
    await cacher.ready();
    return cacher;
  }

  constructor(options: CacherOptions) {
    const { storage, prefix, initial, clock = systemClock, indexedFields = [], onWatched } = options;
    this.#clock = clock;
    this.#storage = storage;
    this.#prefix = prefix;
    this.pending = storage.pending && ((key) => this.#pending(key));
    this.#bookmarkMilliseconds = options.bookmarkMilliseconds ?? 60_000;
    this.#cache = new WatchCache({
      storage,
      clock,
      initial,
      indexedFields,
      presentation: options.presentation ?? asStored,
      windowCapacity: options.windowCapacity ?? 1000,
      windowBytes: options.windowBytes ?? 4 << 20,
      onReadWait: options.onReadWait,
      requestProgress: () => this.#reflector.requestProgress(),
    });
    this.#reader = new CacheReader(this.#cache, storage);
    const tasks = options.tasks ?? (clock === systemClock ? sharedQueue : new TaskQueue(clock));
    const groups = new WatchGroups({ indexedFields, tasks });
    this.#watches = new CacheWatches({ cache: this.#cache, storage, groups, onWatched });
    this.#reflector = new Reflector({
      clock,
      storage,
      prefix,
      position: initial?.revision,
      onError:
        options.onError ?? ((error) => process.emitWarning(`the cache of ${prefix} cannot follow the store: ${error}`)),
      target: {
        replace: (entries, revision) => this.#replace(entries, revision),
        apply: (batch) => this.#apply(batch),
        isAwaited: () => this.#cache.isAwaited,
      },
    });
  }

  start(): void {
    this.#reflector.start();
    this.#stopBookmarks = every(this.#clock, this.#bookmarkMilliseconds, () => this.sendBookmarks());
  }

  /** Resolves when the cache has been filled for the first time. */
  async ready(): Promise<void> {
    await this.#cache.waitFor(1n);
  }

  get isReady(): boolean {
    return this.state.revision > 0n;
  }

  /** Whether the cache is known to have seen every commit, without a request to the store. */
  get isUpToDate(): boolean {
    const { knownRevision } = this.#storage;
    return knownRevision !== undefined && this.state.revision >= knownRevision && !this.isClosed;
  }

  get isClosed(): boolean {
    return this.#cache.isClosed;
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  get activity(): CacheActivity {
    const { capacity, counts, state } = this.#cache;
    return { revision: state.revision, capacity, ...counts };
  }

  get state(): CacheState {
    return this.#cache.state;
  }

  /** Returns where the cache differs from its store; undefined: nowhere. */
  async difference(): Promise<CacheDifference | undefined> {
    await this.ready();
    return differenceFromStore(this.state.snapshot(), { storage: this.#storage, prefix: this.#prefix });
  }

  get oldestRevision(): Revision {
    return this.#storage.oldestRevision;
  }

  currentRevision(): Promise<Revision> {
    return this.#storage.currentRevision();
  }

  /** Calls back once there is an entry, at once if there are any. Returns a function that cancels it. */
  onFirstEntry(callback: () => void): () => void {
    if (this.state.size > 0) {
      callback();
      return () => undefined;
    }
    this.#onFirstEntry ??= new Set();
    this.#onFirstEntry.add(callback);
    return () => this.#onFirstEntry?.delete(callback);
  }

  /** Resolves once the cache has seen everything committed before the call, with the revision of that. */
  fresh(): Promise<Revision> {
    return this.#cache.fresh();
  }

  /** Whether `get` would read it from the storage again. */
  isOutdated(entry: KeyValue): boolean {
    return this.#storage.isOutdated?.(entry) === true;
  }

  get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    return this.#reader.get(key, options);
  }

  list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    return this.#reader.list(prefix, options);
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    const { entries, revision, more, remaining = 0 } = await this.list(prefix, options);
    return {
      revision,
      more,
      entries: options.keysOnly ? entries.map(withoutValue) : entries,
      ...(options.count && { count: entries.length + remaining }),
    };
  }

  /** Like `Storage.commit`. Attributes passed by the writer save the cache from parsing the value. */
  async commit(operations: readonly AttributedOperation[]): Promise<CommitResult> {
    const { ownWrites } = this.#cache;
    ownWrites.add(operations);
    const result = await this.#storage.commit(operations).catch((error: unknown) => {
      ownWrites.remove(operations);
      throw error;
    });
    if (result.committed) return result;
    ownWrites.remove(operations);
    return { ...result, current: result.current.map((stored) => stored && this.#entry(stored)) };
  }

  #pending(key: string): PendingWrite | undefined {
    const pending = this.#storage.pending?.(key);
    return pending?.entry ? { ...pending, entry: this.#entry(pending.entry) } : pending;
  }

  #entry(stored: KeyValue): CacheEntry {
    return new CacheEntry(stored, this.#cache.presentation);
  }

  /** Returns the bytes that readers receive for a stored or presented value at a revision. */
  present(value: Buffer, revision: Revision): Buffer {
    return this.#cache.presentation.present(value, revision);
  }

  watch(prefix: string, { previous = false, ...options }: WatchOptions = {}): Watch {
    return new StorageView(this.watchChanges({ prefix }, options), previous);
  }

  /** A watch with selections, initial events and bookmarks. Fails with `compacted` and `closed`. */
  watchChanges(scope: Scope, options: CacheWatchOptions = {}): CacheWatch {
    return this.#watches.open(scope, options);
  }

  /** Sends a bookmark on every watch that requested them, once the cache has caught up with the store. */
  sendBookmarks(): void {
    this.#watches.sendBookmarks();
  }

  async compact(revision: Revision): Promise<void> {
    await this.#storage.compact(revision);
    this.#cache.compact(revision);
  }

  /** Closes the cache, and its watches after they have delivered what is pending. The underlying storage stays open. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Closes the cache and the underlying storage. */
  async close(): Promise<void> {
    await this.stop();
    await this.#storage.close();
  }

  async #stop(): Promise<void> {
    this.#cache.close();
    this.#stopBookmarks?.();
    await this.#reflector.close();
    this.#watches.fail();
    this.#cache.rejectWaiters();
  }

  async #replace(entries: readonly KeyValue[], revision: Revision): Promise<void> {
    await this.#cache.replace(entries, revision);
    this.#watches.lose();
    this.#contentChanged();
  }

  #apply(batch: WatchBatch): void {
    this.#watches.publish(this.#cache.apply(batch));
    this.#contentChanged();
  }

  #contentChanged(): void {
    this.#cache.resolveWaiters();
    if (!this.#onFirstEntry || this.state.size === 0) return;
    const callbacks = this.#onFirstEntry;
    this.#onFirstEntry = undefined;
    for (const callback of callbacks) callback();
  }
}

const empty = Buffer.alloc(0);

function withoutValue({ key, createRevision, modRevision }: CacheEntry): KeyValue {
  return { key, createRevision, modRevision, value: empty };
}
