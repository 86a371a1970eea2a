// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go (v1.36)

import { type Clock, every, systemClock } from '../../apimachinery/clock/index.js';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import { closed, compacted, futureRevision } from '../errors.js';
import type {
  CommitResult,
  GetResult,
  KeyValue,
  Operation,
  PendingWrite,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchBatch,
  WatchEvent,
  WatchOptions,
} from '../storage.js';
import { asStored, CacheEntry, type Presentation } from './cache-entry.js';
import { CacheEvent, isSelected, type Selection } from './cache-event.js';
import { CacheState, type SelectiveQuery } from './cache-state.js';
import { CacheWatch, type CacheWatchOptions, type WatchSource } from './cache-watch.js';
import { EventWindow } from './event-window.js';
import { Feed } from './feed.js';
import { forEachYielding } from './for-each-yielding.js';
import { countOf, ListResult } from './list-result.js';
import { Snapshots } from './snapshots.js';
import { StorageView } from './storage-view.js';
import { TaskQueue } from './task-queue.js';
import { type Scope, type WatchGroup, WatchGroups } from './watch-groups.js';

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

/** Options of a list from a cache. */
export interface ListOptions {
  readonly selection?: Selection;
  readonly startKey?: string;
  /** At most this many; unset or 0: all. */
  readonly limit?: number;
  /** An indexed field: if the selection requires a value of it, only entries with this value count for `more`. */
  readonly moreByField?: string;
  /** Reads the state at exactly this revision. Fails with `compacted` or `future-revision`. */
  readonly revision?: Revision;
  /** Accepts any state at or after this revision, without a quorum read of the current revision; 0: any state. */
  readonly notOlderThan?: Revision;
}

/** Counters of a cache. */
export interface CacheActivity {
  readonly revision: Revision;
  /** The number of recent events that it keeps. */
  readonly capacity: number;
  /** Events received from the store; all of them were passed on to the watchers. */
  readonly events: number;
  /** How often the cache was filled. */
  readonly fillings: number;
  /** Lists that it served, the objects that they looked at, and those that they returned. */
  readonly lists: number;
  readonly fetched: number;
  readonly returned: number;
  /** Objects that new watches began with. */
  readonly initialEvents: number;
  /** Progress notifications of the store. */
  readonly bookmarks: number;
  /** Reads of the newest state, and those that had to wait for it. */
  readonly consistentReads: number;
}

interface Waiter {
  readonly revision: Revision;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const oneLine = new TaskQueue();

/**
 * A storage around a storage that holds one resource type in memory. Reads are consistent: they get the store's current
 * revision and wait until the cache has seen it. Answering them needs no parsing or encoding.
 */
export class Cacher implements Storage, WatchSource {
  readonly #clock: Clock;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #presentation: Presentation;
  readonly #indexedFields: readonly string[];
  readonly #bookmarkMilliseconds: number;
  readonly #window: EventWindow;
  readonly #snapshots: Snapshots;
  readonly #groups: WatchGroups;
  readonly #watches = new Set<CacheWatch>();
  readonly #onWatched: CacherOptions['onWatched'];
  readonly #feed: Feed;
  readonly pending: Storage['pending'];
  /** Attributes that a writer has passed in, by the buffer that it wrote. */
  readonly #handedAttributes = new WeakMap<Buffer, Attributes>();
  #state: CacheState;
  #waiters: Waiter[] = [];
  #compactRevision: Revision = 0n;
  #stopBookmarks: (() => void) | undefined;
  readonly #onReadWait: CacherOptions['onReadWait'];
  readonly #counts = {
    events: 0,
    fillings: 0,
    lists: 0,
    fetched: 0,
    returned: 0,
    initialEvents: 0,
    bookmarks: 0,
    consistentReads: 0,
  };
  #stopping: Promise<void> | undefined;

  /** Resolves when the cache is filled. */
  static async start(options: CacherOptions): Promise<Cacher> {
    const cacher = new Cacher(options);
    cacher.start();
    await cacher.ready();
    return cacher;
  }

  constructor(options: CacherOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#storage = options.storage;
    this.pending = options.storage.pending && ((key) => this.#pending(key));
    this.#prefix = options.prefix;
    this.#presentation = options.presentation ?? asStored;
    this.#indexedFields = options.indexedFields ?? [];
    this.#bookmarkMilliseconds = options.bookmarkMilliseconds ?? 60_000;
    this.#onWatched = options.onWatched;
    this.#onReadWait = options.onReadWait;
    this.#window = new EventWindow(options.windowCapacity ?? 1000);
    this.#snapshots = new Snapshots(this.#window);
    this.#groups = new WatchGroups({
      indexedFields: this.#indexedFields,
      tasks: options.tasks ?? (this.#clock === systemClock ? oneLine : new TaskQueue(this.#clock)),
    });
    const { initial } = options;
    this.#state = initial?.snapshot() ?? CacheState.empty(this.#indexedFields);
    this.#window.reset(this.#state.revision);
    this.#feed = new Feed({
      clock: this.#clock,
      position: initial?.revision,
      storage: this.#storage,
      prefix: this.#prefix,
      onError:
        options.onError ??
        ((error) => process.emitWarning(`the cache of ${options.prefix} cannot follow the store: ${error}`)),
      target: {
        replace: (entries, revision) => this.#replace(entries, revision),
        apply: (batch) => this.#apply(batch),
        isAwaited: () => this.#waiters.length > 0,
      },
    });
  }

  start(): void {
    this.#feed.start();
    this.#stopBookmarks = every(this.#clock, this.#bookmarkMilliseconds, () => this.sendBookmarks());
  }

  /** Resolves when the cache has been filled for the first time. */
  async ready(): Promise<void> {
    await this.#waitFor(1n);
  }

  get isReady(): boolean {
    return this.#state.revision > 0n;
  }

  /** Whether the cache is known to have seen every commit, without a request to the store. */
  get isUpToDate(): boolean {
    const { knownRevision } = this.#storage;
    return knownRevision !== undefined && this.#state.revision >= knownRevision && !this.isClosed;
  }

  get isClosed(): boolean {
    return this.#stopping !== undefined;
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  get activity(): CacheActivity {
    const { capacity } = this.#window;
    return { revision: this.#state.revision, capacity, ...this.#counts };
  }

  get state(): CacheState {
    return this.#state;
  }

  get oldestRevision(): Revision {
    return this.#storage.oldestRevision;
  }

  currentRevision(): Promise<Revision> {
    return this.#storage.currentRevision();
  }

  async get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    const state = await this.#stateAt(options);
    if (!state) return this.#getFromStore(key, options.revision!);
    return { revision: options.revision ?? state.revision, entry: state.get(key) };
  }

  async list(prefix: string, options: ListOptions = {}): Promise<ListResult> {
    const { selection, startKey = prefix, limit = 0, revision } = options;
    const state = await this.#stateAt(options);
    if (!state) return this.#listFromStore(prefix, { ...options, revision: revision! });
    this.#counts.lists++;
    if (selection) {
      this.#counts.fetched += state.count(prefix, startKey);
      const list = await this.#selectedList(state, { ...options, prefix, startKey, selection });
      this.#counts.returned += countOf(list.runs);
      return list;
    }
    const runs = state.runs(prefix, { startKey, limit });
    const count = countOf(runs);
    this.#counts.fetched += count;
    this.#counts.returned += count;
    const isFull = limit > 0 && count === limit;
    const rest = () => ({ prefix, startKey: `${runs.at(-1)?.values.at(-1)?.key}\0`, selection });
    const more = isFull && state.has(rest(), options.moreByField);
    if (more && state === this.#state) this.#snapshots.keep(state);
    const remaining = more ? state.count(prefix, startKey) - limit : 0;
    return new ListResult(runs, { revision: revision ?? state.revision, more, remaining });
  }

  /** Selecting may take several iterations of the event loop, so a page needs a state that does not change. */
  async #selectedList(present: CacheState, options: ListOptions & SelectiveQuery): Promise<ListResult> {
    const { prefix, selection, limit = 0, moreByField } = options;
    if (limit === 0) {
      const runs = present.labelRuns(options);
      if (runs) return new ListResult(runs, { revision: options.revision ?? present.revision });
    }
    const state = limit > 0 && present === this.#state ? present.snapshot() : present;
    const revision = options.revision ?? state.revision;
    const entries = await state.selected(options, { limit, clock: this.#clock });
    void this.#state.indexFor(options, this.#clock);
    if (limit === 0 || entries.length < limit) return ListResult.of(entries, { revision });
    const more = state.has({ prefix, startKey: `${entries.at(-1)!.key}\0`, selection }, moreByField);
    if (more && state !== present) this.#snapshots.keep(state);
    return ListResult.of(entries, { revision, more });
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
  async commit(operations: readonly (Operation & { attributes?: Attributes })[]): Promise<CommitResult> {
    for (const operation of operations) {
      if (operation.type === 'put' && operation.attributes) {
        this.#handedAttributes.set(operation.value, operation.attributes);
      }
    }
    const result = await this.#storage.commit(operations);
    if (result.committed) return result;
    return { ...result, current: result.current.map((stored) => stored && new CacheEntry(stored, this.#presentation)) };
  }

  #pending(key: string): PendingWrite | undefined {
    const pending = this.#storage.pending?.(key);
    if (!pending?.entry) return pending;
    return { ...pending, entry: new CacheEntry(pending.entry, this.#presentation) };
  }

  /** Returns the bytes that readers receive for a stored or presented value at a revision. */
  present(value: Buffer, revision: Revision): Buffer {
    return this.#presentation.present(value, revision);
  }

  watch(prefix: string, { previous = false, ...options }: WatchOptions = {}): Watch {
    return new StorageView(this.watchChanges({ prefix }, options), previous);
  }

  /** A watch with selections, initial events and bookmarks. Fails with `compacted` and `closed`. */
  watchChanges(scope: Scope, options: CacheWatchOptions = {}): CacheWatch {
    const watch = new CacheWatch(this, scope, options);
    this.#watches.add(watch);
    if (this.#watches.size === 1) this.#onWatched?.(true);
    return watch;
  }

  async compact(revision: Revision): Promise<void> {
    await this.#storage.compact(revision);
    if (revision > this.#compactRevision) this.#compactRevision = revision;
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

  /** Sends a bookmark on every watch that requested them, once the cache has caught up with the store. */
  sendBookmarks(): void {
    for (const watch of this.#watches) if (watch.bookmarks) watch.requestProgress();
  }

  async fresh(): Promise<Revision> {
    const revision = await this.#storage.currentRevision();
    this.#counts.consistentReads++;
    const begin = this.#onReadWait && this.#clock.monotonic();
    const waiting = this.#waitFor(revision);
    if (waiting === undefined) return revision;
    await waiting;
    if (begin !== undefined) this.#onReadWait!(this.#clock.monotonic() - begin);
    return revision;
  }

  async initialEntries(query: SelectiveQuery): Promise<readonly CacheEntry[]> {
    const entries = await this.#state.selected(query, { clock: this.#clock });
    this.#counts.initialEvents += entries.length;
    return entries;
  }

  eventsAfter(revision: Revision): readonly CacheEvent[] | undefined {
    if (revision < this.#compactRevision) throw compacted(revision, this.#compactRevision);
    return revision < this.#window.since ? undefined : this.#window.after(revision);
  }

  history(scope: Scope, { after, signal }: { after: Revision; signal: AbortSignal }): Watch {
    return this.#storage.watch('key' in scope ? scope.key : scope.prefix, { after, signal, previous: true });
  }

  eventsOf(batch: WatchBatch): CacheEvent[] {
    return batch.events.map((event) => {
      const previous = event.previous && new CacheEntry(event.previous, this.#presentation);
      if (event.type === 'delete') {
        return new CacheEvent({ key: event.key, revision: event.revision, entry: undefined, previous });
      }
      const entry = new CacheEntry(event.entry, this.#presentation);
      return new CacheEvent({ key: entry.key, revision: entry.modRevision, entry, previous });
    });
  }

  join(watch: CacheWatch): WatchGroup {
    return this.#groups.join(watch.scope, watch.selection, watch);
  }

  leave(watch: CacheWatch, group: WatchGroup | undefined): void {
    if (group) this.#groups.leave(group, watch);
  }

  forget(watch: CacheWatch): void {
    if (this.#watches.delete(watch) && this.#watches.size === 0) this.#onWatched?.(false);
  }

  async #stop(): Promise<void> {
    this.#stopBookmarks?.();
    await this.#feed.close();
    for (const watch of this.#watches) watch.fail();
    for (const { reject } of this.#waiters) reject(closed());
    this.#waiters = [];
  }

  /** The state for a read; undefined: only the store reaches back that far. */
  async #stateAt({ revision, notOlderThan }: ListOptions): Promise<CacheState | undefined> {
    if (this.isClosed) throw closed();
    if (revision === undefined) {
      if (notOlderThan === undefined) await this.fresh();
      else await this.#waitFor(notOlderThan || 1n);
      return this.#state;
    }
    // The cache may still have it, but what can be read must not depend on what happens to be cached.
    if (revision < this.oldestRevision) throw compacted(revision, this.oldestRevision);
    if (revision > this.#state.revision) await this.#waitUntilPast(revision);
    return this.#snapshots.at(revision, this.#state);
  }

  async #waitUntilPast(revision: Revision): Promise<void> {
    const current = await this.#storage.currentRevision();
    if (revision > current) throw futureRevision(revision, current);
    await this.#waitFor(revision);
  }

  /** Reads revisions that are older than the window. */
  async #getFromStore(key: string, revision: Revision): Promise<GetResult> {
    const { entry } = await this.#storage.get(key, { revision });
    return { revision, entry: entry && new CacheEntry(entry, this.#presentation) };
  }

  /** Like `list`, for revisions that are older than the window. Reads pages until enough entries are selected. */
  async #listFromStore(prefix: string, options: ListOptions & { revision: Revision }): Promise<ListResult> {
    const { selection, limit = 0, revision } = options;
    const entries: CacheEntry[] = [];
    let startKey: string | undefined = options.startKey ?? prefix;
    let count = 0;
    while (startKey !== undefined) {
      const page: RangeResult = await this.#storage.range(prefix, { revision, startKey, limit, count: !selection });
      count ||= page.count ?? 0;
      for (const stored of page.entries) {
        if (limit > 0 && entries.length >= limit) return ListResult.of(entries, { revision, more: true });
        const entry = new CacheEntry(stored, this.#presentation);
        if (isSelected(entry, selection)) entries.push(entry);
      }
      if (!selection) {
        return ListResult.of(entries, { revision, more: page.more, remaining: count - entries.length });
      }
      startKey = page.more ? `${page.entries.at(-1)!.key}\0` : undefined;
    }
    return ListResult.of(entries, { revision });
  }

  async #replace(entries: readonly KeyValue[], revision: Revision): Promise<void> {
    const state = await this.#filled(entries);
    state.revision = revision;
    this.#state = state;
    this.#counts.fillings++;
    this.#window.reset(revision);
    this.#snapshots.clear();
    for (const watch of this.#watches) watch.lose();
    this.#resolveWaiters();
  }

  /** Indexing values that are stored in another form takes time, so this yields to the event loop in between. */
  async #filled(entries: readonly KeyValue[]): Promise<CacheState> {
    const state = CacheState.empty(this.#indexedFields);
    await forEachYielding(entries, (stored) => state.set(new CacheEntry(stored, this.#presentation)), {
      clock: this.#clock,
    });
    return state;
  }

  #apply({ events, revision }: WatchBatch): void {
    const changes = events.map((event) => {
      const change = this.#change(event);
      this.#state.apply(change);
      this.#window.push(change);
      return change;
    });
    this.#state.revision = revision;
    this.#counts.events += changes.length;
    if (changes.length === 0) this.#counts.bookmarks++;
    this.#groups.publish(changes);
    this.#resolveWaiters();
  }

  /** The previous entry is taken from the cache, with everything that is derived from it already. */
  #change(event: WatchEvent): CacheEvent {
    if (event.type === 'delete') {
      const { key, revision } = event;
      return new CacheEvent({ key, revision, entry: undefined, previous: this.#state.get(key) });
    }
    const { key, modRevision: revision } = event.entry;
    const entry = new CacheEntry(event.entry, this.#presentation, this.#attributesHanded(event.entry));
    return new CacheEvent({ key, revision, entry, previous: this.#state.get(key) });
  }

  #attributesHanded(stored: KeyValue): Attributes | undefined {
    try {
      return this.#handedAttributes.get(stored.value);
    } catch {
      // Unreadable: this cache did not write it.
      return undefined;
    }
  }

  #resolveWaiters(): void {
    if (this.#waiters.length === 0) return;
    const { revision } = this.#state;
    const [done, waiting] = [[] as Waiter[], [] as Waiter[]];
    for (const waiter of this.#waiters) (waiter.revision <= revision ? done : waiting).push(waiter);
    this.#waiters = waiting;
    for (const { resolve } of done) resolve();
  }

  #waitFor(revision: Revision): Promise<void> | undefined {
    if (this.#state.revision >= revision) return undefined;
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw closed();
      this.#waiters.push({ revision, resolve, reject });
      this.#feed.requestProgress();
    });
  }
}

const empty = Buffer.alloc(0);

function withoutValue({ key, createRevision, modRevision }: CacheEntry): KeyValue {
  return { key, createRevision, modRevision, value: empty };
}
