import type { Clock } from '../../apimachinery/clock/index.js';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import { OrderedMap } from '../ordered-map/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';
import { type CacheEvent, isSelected, type Selection } from './cache-event.js';
import { forEachYielding } from './for-each-yielding.js';
import { LabelIndexes, type LabelMatch } from './label-indexes.js';
import type { EntryRun } from './list-result.js';

/** Separates an index value from the key; sorts before every character of a key. */
const separator = '\0';

/** So few entries are searched faster than an index is kept up to date. */
const fewEntries = 256;

export interface SelectiveQuery {
  readonly prefix: string;
  readonly startKey: string;
  readonly selection: Selection | undefined;
}

/** The entries at one revision, with their indexes. Snapshots are cheap; events can be applied and reverted. */
export class CacheState {
  /** Invariant: all events up to this revision are applied. */
  revision: Revision;
  readonly #entries: OrderedMap<CacheEntry>;
  readonly #indexes: ReadonlyMap<string, OrderedMap<CacheEntry>>;
  /** Entries that were unreadable when they were added; they are in no index. */
  readonly #unindexed: OrderedMap<CacheEntry>;
  readonly #labels: LabelIndexes;

  static empty(indexedFields: readonly string[]): CacheState {
    const indexes = new Map(indexedFields.map((field) => [field, new OrderedMap<CacheEntry>()]));
    const [entries, unindexed] = [new OrderedMap<CacheEntry>(), new OrderedMap<CacheEntry>()];
    return new CacheState(0n, { entries, indexes, unindexed, labels: new LabelIndexes() });
  }

  private constructor(
    revision: Revision,
    {
      entries,
      indexes,
      unindexed,
      labels,
    }: { [Part in 'entries' | 'unindexed']: OrderedMap<CacheEntry> } & {
      indexes: ReadonlyMap<string, OrderedMap<CacheEntry>>;
      labels: LabelIndexes;
    },
  ) {
    this.revision = revision;
    this.#entries = entries;
    this.#indexes = indexes;
    this.#unindexed = unindexed;
    this.#labels = labels;
  }

  get size(): number {
    return this.#entries.size;
  }

  snapshot(): CacheState {
    // Without indexes there is nothing that could change.
    const indexes =
      this.#indexes.size === 0
        ? this.#indexes
        : new Map([...this.#indexes].map(([field, index]) => [field, index.snapshot()]));
    const [entries, unindexed] = [this.#entries.snapshot(), this.#unindexed.snapshot()];
    return new CacheState(this.revision, { entries, indexes, unindexed, labels: this.#labels.snapshot() });
  }

  /** A snapshot for a store that has reached a revision without changing these entries. */
  at(revision: Revision): CacheState {
    const state = this.snapshot();
    state.revision = revision;
    return state;
  }

  get(key: string): CacheEntry | undefined {
    return this.#entries.get(key);
  }

  count(prefix: string, startKey: string): number {
    return this.#entries.count(prefix, startKey);
  }

  /** Returns the entries, at most `limit`; 0: all. */
  runs(prefix: string, options: { readonly startKey: string; readonly limit?: number }): EntryRun[] {
    return this.#entries.runs(prefix, options);
  }

  /** The entries of a selection by one label, if there is an index of it; undefined: they must be looked for. */
  labelRuns({ prefix, startKey, selection }: SelectiveQuery): EntryRun[] | undefined {
    if (!selection?.isOneLabel) return undefined;
    const match = this.#labels.find(selection.exactLabels ?? []);
    if (!match) return undefined;
    return [...this.#unindexed.runs(prefix, { startKey }), ...runsOf(match, prefix, startKey)];
  }

  /** Prepares an index, if the selection needs one that is worth its cost. */
  async indexFor({ selection }: SelectiveQuery, clock: Clock): Promise<void> {
    const [exact] = selection?.exactLabels ?? [];
    if (!exact || this.#entries.size < fewEntries || this.#labels.find([exact])) return;
    await this.#labels.build(exact.label, {
      entries: this.#entries.runs('').flatMap(({ values }) => values),
      isCurrent: (entry) => this.#entries.get(entry.key) === entry,
      onUnreadable: (entry) => this.#unindexed.set(entry.key, entry),
      clock,
    });
  }

  /**
   * Returns the selected entries in key order, at most `limit`; those that are in no index come first. If there are
   * many, yields to the event loop in between: the result is that of the state at the time of the call.
   */
  async selected(query: SelectiveQuery, { limit = 0, clock }: { limit?: number; clock: Clock }): Promise<CacheEntry[]> {
    const selected: CacheEntry[] = [];
    const isLast = (entry: CacheEntry) => isSelected(entry, query.selection) && selected.push(entry) === limit;
    const visit = ({ values }: EntryRun) => !values.some(isLast);
    await forEachYielding(this.#candidates(query), visit, { clock, itemsBetweenChecks: 1 });
    return selected;
  }

  #candidates({ prefix, startKey, selection }: SelectiveQuery): EntryRun[] {
    for (const [field, index] of this.#indexes) {
      const value = selection?.requires?.(field);
      if (value === undefined) continue;
      const indexed = index.runs(value + separator + prefix, { startKey: value + separator + startKey });
      return [...this.#unindexed.runs(prefix, { startKey }), ...indexed];
    }
    const match = this.#labels.find(selection?.exactLabels ?? []);
    if (match) return [...this.#unindexed.runs(prefix, { startKey }), ...runsOf(match, prefix, startKey)];
    return this.#entries.runs(prefix, { startKey });
  }

  /**
   * Whether any entry exists, selected or not; if the selection requires a value of `field`, only entries with that
   * value count.
   */
  has({ prefix, startKey, selection }: SelectiveQuery, field: string | undefined): boolean {
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
    if (this.#indexes.size === 0 && this.#labels.isEmpty) return;
    const before = old && !this.#unindexed.delete(key) ? old.attributes : undefined;
    const after = entry?.knownAttributes;
    if (entry && !after) this.#unindexed.set(key, entry);
    for (const [field, index] of this.#indexes) {
      if (before) index.delete(indexKey(before, field, key));
      if (after) index.set(indexKey(after, field, key), entry!);
    }
    this.#labels.put(entry, key, { before, after });
  }
}

function runsOf({ index, keyPrefix }: LabelMatch, prefix: string, startKey: string): EntryRun[] {
  return index.runs(keyPrefix + prefix, { startKey: keyPrefix + startKey });
}

function indexKey({ fields }: Attributes, field: string, key: string): string {
  return (fields[field] ?? '') + separator + key;
}
