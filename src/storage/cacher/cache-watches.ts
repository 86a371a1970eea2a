// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (v1.36)

import type { Revision, Storage, Watch, WatchBatch } from '../storage.js';
import { CacheEntry } from './cache-entry.js';
import { CacheEvent, Delivery, type Selection } from './cache-event.js';
import type { CacheState } from './cache-state.js';
import { CacheWatch, type CacheWatchOptions, type WatchSource } from './cache-watch.js';
import { forEachYielding } from './for-each-yielding.js';
import type { WatchCache } from './watch-cache.js';
import { inScope, type Scope, type WatchGroup, type WatchGroups } from './watch-groups.js';

/** Options of `CacheWatches`. */
export interface CacheWatchesOptions {
  readonly cache: WatchCache;
  readonly storage: Storage;
  readonly groups: WatchGroups;
  /** Called when the first watch is opened, and when the last one has ended. */
  readonly onWatched: ((isWatched: boolean) => void) | undefined;
}

/** The open watches of a cache. */
export class CacheWatches implements WatchSource {
  readonly #cache: WatchCache;
  readonly #storage: Storage;
  readonly #groups: WatchGroups;
  readonly #onWatched: CacheWatchesOptions['onWatched'];
  readonly #open = new Set<CacheWatch>();

  constructor({ cache, storage, groups, onWatched }: CacheWatchesOptions) {
    this.#cache = cache;
    this.#storage = storage;
    this.#groups = groups;
    this.#onWatched = onWatched;
  }

  get size(): number {
    return this.#open.size;
  }

  open(scope: Scope, options: CacheWatchOptions): CacheWatch {
    const watch = new CacheWatch(this, scope, options);
    this.#open.add(watch);
    if (this.#open.size === 1) this.#onWatched?.(true);
    return watch;
  }

  publish(changes: readonly CacheEvent[]): void {
    this.#groups.publish(changes);
  }

  /** Sends a bookmark on every watch that requested them, once the cache has caught up with the store. */
  sendBookmarks(): void {
    for (const watch of this.#open) if (watch.bookmarks) watch.requestProgress();
  }

  /** Called when the content of the cache was replaced: the watches continue from the store's history. */
  lose(): void {
    for (const watch of this.#open) watch.lose();
  }

  /** Ends all watches after they have delivered what is pending. */
  fail(): void {
    for (const watch of this.#open) watch.fail();
  }

  get state(): CacheState {
    return this.#cache.state;
  }

  get isClosed(): boolean {
    return this.#cache.isClosed;
  }

  async initialDeliveries(scope: Scope, selection: Selection | undefined): Promise<readonly Delivery[]> {
    const { state, clock, counts } = this.#cache;
    const prefix = 'key' in scope ? scope.key : scope.prefix;
    const entries = await state.selected({ prefix, startKey: prefix, selection }, { clock });
    counts.initialEvents += entries.length;
    const deliveries: Delivery[] = [];
    const deliver = (entry: CacheEntry) => {
      if (inScope(scope, entry.key)) deliveries.push(Delivery.ofEntry(entry));
    };
    await forEachYielding(entries, deliver, { clock });
    return deliveries;
  }

  eventsAfter(revision: Revision): readonly CacheEvent[] | undefined {
    return this.#cache.eventsAfter(revision);
  }

  history(scope: Scope, { after, signal }: { after: Revision; signal: AbortSignal }): Watch {
    return this.#storage.watch('key' in scope ? scope.key : scope.prefix, { after, signal, previous: true });
  }

  eventsOf(batch: WatchBatch): CacheEvent[] {
    const { presentation } = this.#cache;
    return batch.events.map((event) => {
      const previous = event.previous && new CacheEntry(event.previous, presentation);
      if (event.type === 'delete') {
        return new CacheEvent({ key: event.key, revision: event.revision, entry: undefined, previous });
      }
      const entry = new CacheEntry(event.entry, presentation);
      return new CacheEvent({ key: entry.key, revision: entry.modRevision, entry, previous });
    });
  }

  fresh(): Promise<Revision> {
    return this.#cache.fresh();
  }

  join(watch: CacheWatch): WatchGroup {
    return this.#groups.join(watch.scope, watch.selection, watch);
  }

  leave(watch: CacheWatch, group: WatchGroup | undefined): void {
    if (group) this.#groups.leave(group, watch);
  }

  forget(watch: CacheWatch): void {
    if (this.#open.delete(watch) && this.#open.size === 0) this.#onWatched?.(false);
  }
}
