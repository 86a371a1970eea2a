import { OrderedMap } from '../ordered-map/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';
import type { CacheEvent, Selection } from './cache-event.js';
import { type EntryRun, runsOf } from './list-result.js';

/** Separates an index's value from the key; sorts before everything that a key may have. */
const separator = '\0';

export interface StateQuery {
  readonly prefix: string;
  readonly startKey: string;
  readonly selection: Selection | undefined;
}

/** The entries as of one revision, with their indexes. Snapshots are cheap; events can be applied and taken back. */
export class CacheState {
  /** Everything up to here is in. */
  revision: Revision;
  readonly #entries: OrderedMap<CacheEntry>;
  readonly #indexes: ReadonlyMap<string, OrderedMap<CacheEntry>>;

  static empty(indexedFields: readonly string[]): CacheState {
    const indexes = new Map(indexedFields.map((field) => [field, new OrderedMap<CacheEntry>()]));
    return new CacheState(0n, new OrderedMap(), indexes);
  }

  private constructor(
    revision: Revision,
    entries: OrderedMap<CacheEntry>,
    indexes: ReadonlyMap<string, OrderedMap<CacheEntry>>,
  ) {
    this.revision = revision;
    this.#entries = entries;
    this.#indexes = indexes;
  }

  get size(): number {
    return this.#entries.size;
  }

  snapshot(): CacheState {
    const indexes = new Map([...this.#indexes].map(([field, index]) => [field, index.snapshot()]));
    return new CacheState(this.revision, this.#entries.snapshot(), indexes);
  }

  get(key: string): CacheEntry | undefined {
    return this.#entries.get(key);
  }

  count(prefix: string, startKey: string): number {
    return this.#entries.count(prefix, startKey);
  }

  /** Calls `visit` for what is asked for, in order of the keys, until it returns false. */
  forEach({ prefix, startKey, selection }: StateQuery, visit: (entry: CacheEntry) => boolean | undefined): void {
    const selected = selection
      ? (entry: CacheEntry) => (selection.matches(entry.attributes) ? visit(entry) : undefined)
      : visit;
    for (const [field, index] of this.#indexes) {
      const value = selection?.requires?.(field);
      if (value === undefined) continue;
      index.forEach(value + separator + prefix, selected, value + separator + startKey);
      return;
    }
    this.#entries.forEach(prefix, selected, startKey);
  }

  /** What is asked for, at most so many; 0: all. */
  runs(query: StateQuery, limit: number): EntryRun[] {
    const { prefix, startKey, selection } = query;
    if (!selection) return this.#entries.runs(prefix, { startKey, limit });
    const entries: CacheEntry[] = [];
    this.forEach(query, (entry) => entries.push(entry) !== limit);
    return runsOf(entries);
  }

  /** Whether there is any entry, selected or not; where a value of `field` is required, only those with it count. */
  has({ prefix, startKey, selection }: StateQuery, field: string | undefined): boolean {
    const index = field === undefined ? undefined : this.#indexes.get(field);
    const value = index && selection?.requires?.(field!);
    if (value === undefined) return this.#entries.count(prefix, startKey) > 0;
    return index!.count(value + separator + prefix, value + separator + startKey) > 0;
  }

  apply({ key, entry }: CacheEvent): void {
    this.#put(key, entry);
  }

  undo({ key, previous }: CacheEvent): void {
    this.#put(key, previous);
  }

  set(entry: CacheEntry): void {
    this.#put(entry.key, entry);
  }

  #put(key: string, entry: CacheEntry | undefined): void {
    const old = entry ? this.#entries.set(key, entry) : this.#entries.delete(key);
    for (const [field, index] of this.#indexes) {
      if (old) index.delete(indexKey(old, field));
      if (entry) index.set(indexKey(entry, field), entry);
    }
  }
}

function indexKey(entry: CacheEntry, field: string): string {
  return (entry.attributes.fields[field] ?? '') + separator + entry.key;
}
