// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/watch_cache.go (v1.36)

import type { Clock } from '../../apimachinery/clock/index.js';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import { traceEvent } from '../../apimachinery/tracing/index.js';
import { closed, compacted, futureRevision } from '../errors.js';
import type { KeyValue, ReadOptions, Revision, Storage, WatchBatch, WatchEvent } from '../storage.js';
import { CacheCounts } from './cache-activity.js';
import { CacheEntry, type Presentation } from './cache-entry.js';
import { CacheEvent } from './cache-event.js';
import { CacheState } from './cache-state.js';
import { EventWindow } from './event-window.js';
import { forEachYielding } from './for-each-yielding.js';
import { OwnWrites } from './own-writes.js';
import { RevisionWaiters } from './revision-waiters.js';
import { Snapshots } from './snapshots.js';

/** Options of a `WatchCache`; see `CacherOptions`. */
export interface WatchCacheOptions {
  readonly storage: Storage;
  readonly presentation: Presentation;
  readonly initial: CacheState | undefined;
  readonly indexedFields: readonly string[];
  readonly windowCapacity: number;
  readonly windowBytes: number;
  readonly clock: Clock;
  readonly onReadWait: ((milliseconds: number) => void) | undefined;
  /** Called when a reader waits for a revision that the cache has not seen. */
  readonly requestProgress: () => void;
}

/** The content of a cache: the present state, recent events and past states. */
export class WatchCache {
  readonly counts = new CacheCounts();
  readonly presentation: Presentation;
  readonly snapshots: Snapshots;
  readonly clock: Clock;
  readonly ownWrites = new OwnWrites();
  readonly #storage: Storage;
  readonly #indexedFields: readonly string[];
  readonly #window: EventWindow;
  readonly #waiters = new RevisionWaiters();
  readonly #onReadWait: WatchCacheOptions['onReadWait'];
  readonly #requestProgress: () => void;
  #state: CacheState;
  #compactRevision: Revision = 0n;
  #isClosed = false;

  constructor(options: WatchCacheOptions) {
    this.presentation = options.presentation;
    this.clock = options.clock;
    this.#storage = options.storage;
    this.#indexedFields = options.indexedFields;
    this.#onReadWait = options.onReadWait;
    this.#requestProgress = options.requestProgress;
    this.#window = new EventWindow({ capacity: options.windowCapacity, mostBytes: options.windowBytes });
    this.snapshots = new Snapshots(this.#window);
    this.#state = options.initial?.snapshot() ?? CacheState.empty(options.indexedFields);
    this.#window.reset(this.#state.revision);
  }

  /** The present state, which changes with every event. */
  get state(): CacheState {
    return this.#state;
  }

  /** The number of recent events that are kept. */
  get capacity(): number {
    return this.#window.capacity;
  }

  get isAwaited(): boolean {
    return !this.#waiters.isEmpty;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** From now on, reads that would have to wait fail. */
  close(): void {
    this.#isClosed = true;
  }

  /** Makes all waiting reads fail. */
  rejectWaiters(): void {
    this.#waiters.rejectAll(closed());
  }

  /** Resolves once the cache has seen everything committed before the call, with the revision of that. */
  async fresh(): Promise<Revision> {
    const revision = await this.#storage.currentRevision();
    this.counts.consistentReads++;
    const begin = this.#onReadWait && this.clock.monotonic();
    const waiting = this.waitFor(revision);
    if (waiting === undefined) {
      traceFreshness();
      return revision;
    }
    await waiting;
    traceFreshness();
    if (begin !== undefined) this.#onReadWait!(this.clock.monotonic() - begin);
    return revision;
  }

  /** Resolves when the cache has seen a revision; undefined: it has. */
  waitFor(revision: Revision): Promise<void> | undefined {
    if (this.#state.revision >= revision) return undefined;
    if (this.#isClosed) return Promise.reject(closed());
    const seen = this.#waiters.add(revision);
    this.#requestProgress();
    return seen;
  }

  /** The state for a read; undefined: only the store reaches back that far. */
  async stateAt({
    revision,
    notOlderThan,
  }: ReadOptions & { notOlderThan?: Revision }): Promise<CacheState | undefined> {
    if (this.#isClosed) throw closed();
    if (revision === undefined) {
      if (notOlderThan === undefined) await this.fresh();
      else await this.waitFor(notOlderThan || 1n);
      if (notOlderThan !== undefined) traceFreshness();
      return this.#state;
    }
    // The cache may still have it, but what can be read must not depend on what happens to be cached.
    const { oldestRevision } = this.#storage;
    if (revision < oldestRevision) throw compacted(revision, oldestRevision);
    if (revision > this.#state.revision) await this.#waitUntilPast(revision);
    return this.snapshots.at(revision, this.#state);
  }

  async #waitUntilPast(revision: Revision): Promise<void> {
    const current = await this.#storage.currentRevision();
    if (revision > current) throw futureRevision(revision, current);
    await this.waitFor(revision);
  }

  /** The events after a revision; undefined: the cache does not reach back that far. Throws `compacted`. */
  eventsAfter(revision: Revision): readonly CacheEvent[] | undefined {
    if (revision < this.#compactRevision) throw compacted(revision, this.#compactRevision);
    return revision < this.#window.since ? undefined : this.#window.after(revision);
  }

  /** Called when the store has dropped its history before a revision. */
  compact(revision: Revision): void {
    if (revision > this.#compactRevision) this.#compactRevision = revision;
  }

  /** Replaces the whole content. Indexing takes time, so this yields to the event loop in between. */
  async replace(entries: readonly KeyValue[], revision: Revision): Promise<void> {
    const state = CacheState.empty(this.#indexedFields);
    const add = (stored: KeyValue) => state.set(new CacheEntry(stored, this.presentation));
    await forEachYielding(entries, add, { clock: this.clock });
    state.revision = revision;
    this.#state = state;
    this.counts.fillings++;
    this.#window.reset(revision);
    this.ownWrites.clear();
    this.snapshots.clear();
  }

  /** Applies the events of the store, and returns them for the watchers. */
  apply({ events, revision }: WatchBatch): readonly CacheEvent[] {
    const changes = events.map((event) => {
      const change = this.#change(event);
      this.#state.apply(change);
      this.#window.push(change);
      return change;
    });
    this.#state.revision = revision;
    this.counts.events += changes.length;
    if (changes.length === 0) this.counts.bookmarks++;
    return changes;
  }

  /** Called when the watchers have received everything up to the present revision. */
  resolveWaiters(): void {
    this.#waiters.resolveUpTo(this.#state.revision);
  }

  /** The previous entry is taken from the cache, with everything that is derived from it already. */
  #change(event: WatchEvent): CacheEvent {
    if (event.type === 'delete') {
      const { key, revision } = event;
      return new CacheEvent({ key, revision, entry: undefined, previous: this.#state.get(key) });
    }
    const { key, modRevision: revision } = event.entry;
    const entry = new CacheEntry(event.entry, this.presentation, this.#ownAttributes(event.entry));
    return new CacheEvent({ key, revision, entry, previous: this.#state.get(key) });
  }

  #ownAttributes(stored: KeyValue): Attributes | undefined {
    try {
      return this.ownWrites.take(stored);
    } catch {
      // Unreadable: this cache did not write it.
      return undefined;
    }
  }
}

/** Upstream's events of a read that has waited for the cache. */
function traceFreshness(): void {
  traceEvent('watchCache locked acquired');
  traceEvent('watchCache fresh enough');
}
