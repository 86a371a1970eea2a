// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go (v1.36)

import type { GetResult, RangeResult, ReadOptions, Revision, Storage } from '../storage.js';
import { CacheEntry } from './cache-entry.js';
import { isSelected, type Selection } from './cache-event.js';
import type { CacheState, SelectiveQuery } from './cache-state.js';
import { countOf, ListResult } from './list-result.js';
import type { WatchCache } from './watch-cache.js';

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

/** Reads from a cache, and from the store what is older than the cache's window. */
export class CacheReader {
  readonly #cache: WatchCache;
  readonly #storage: Storage;

  constructor(cache: WatchCache, storage: Storage) {
    this.#cache = cache;
    this.#storage = storage;
  }

  async get(key: string, options: ReadOptions): Promise<GetResult> {
    const state = await this.#cache.stateAt(options);
    if (!state) return this.#getFromStore(key, options);
    const entry = state.get(key);
    if (entry && this.#storage.isOutdated?.(entry)) return this.#getFromStore(key, options);
    return { revision: options.revision ?? state.revision, entry };
  }

  async list(prefix: string, options: ListOptions): Promise<ListResult> {
    const { selection, startKey = prefix, revision } = options;
    const state = await this.#cache.stateAt(options);
    if (!state) return this.#listFromStore(prefix, { ...options, revision: revision! });
    const { counts } = this.#cache;
    counts.lists++;
    if (!selection) return this.#wholeList(state, prefix, { ...options, startKey });
    counts.fetched += state.count(prefix, startKey);
    const list = await this.#selectedList(state, { ...options, prefix, startKey, selection });
    counts.returned += countOf(list.runs);
    return list;
  }

  #wholeList(state: CacheState, prefix: string, options: ListOptions & { startKey: string }): ListResult {
    const { startKey, limit = 0, revision, moreByField } = options;
    const { counts, snapshots } = this.#cache;
    const runs = state.runs(prefix, { startKey, limit });
    const count = countOf(runs);
    counts.fetched += count;
    counts.returned += count;
    const isFull = limit > 0 && count === limit;
    const rest = () => ({ prefix, startKey: `${runs.at(-1)?.values.at(-1)?.key}\0`, selection: undefined });
    const more = isFull && state.has(rest(), moreByField);
    if (more && state === this.#cache.state) snapshots.keep(state);
    const remaining = more ? state.count(prefix, startKey) - limit : 0;
    return new ListResult(runs, { revision: revision ?? state.revision, more, remaining });
  }

  /** Selecting may take several iterations of the event loop, so a page needs a state that does not change. */
  async #selectedList(present: CacheState, options: ListOptions & SelectiveQuery): Promise<ListResult> {
    const { prefix, selection, limit = 0, moreByField } = options;
    const { clock, snapshots } = this.#cache;
    if (limit === 0) {
      const runs = present.labelRuns(options);
      if (runs) return new ListResult(runs, { revision: options.revision ?? present.revision });
    }
    const state = limit > 0 && present === this.#cache.state ? present.snapshot() : present;
    const revision = options.revision ?? state.revision;
    const entries = await state.selected(options, { limit, clock });
    void this.#cache.state.indexFor(options, clock);
    if (limit === 0 || entries.length < limit) return ListResult.of(entries, { revision });
    const more = state.has({ prefix, startKey: `${entries.at(-1)!.key}\0`, selection }, moreByField);
    if (more && state !== present) snapshots.keep(state);
    return ListResult.of(entries, { revision, more });
  }

  async #getFromStore(key: string, options: ReadOptions): Promise<GetResult> {
    const { entry, revision } = await this.#storage.get(key, options);
    return {
      revision: options.revision ?? revision,
      entry: entry && new CacheEntry(entry, this.#cache.presentation),
    };
  }

  /** Reads pages until enough entries are selected. */
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
        const entry = new CacheEntry(stored, this.#cache.presentation);
        if (isSelected(entry, selection)) entries.push(entry);
      }
      if (!selection) {
        return ListResult.of(entries, { revision, more: page.more, remaining: count - entries.length });
      }
      startKey = page.more ? `${page.entries.at(-1)!.key}\0` : undefined;
    }
    return ListResult.of(entries, { revision });
  }
}
