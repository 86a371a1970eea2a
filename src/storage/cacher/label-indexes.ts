import type { Clock } from '../../apimachinery/clock/index.js';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import { OrderedMap } from '../ordered-map/index.js';
import type { CacheEntry } from './cache-entry.js';
import type { LabelValue } from './cache-event.js';
import { forEachYielding } from './for-each-yielding.js';

/** Separates the value of a label from the key of its entry; sorts before every character of a key. */
const separator = '\0';
/** Indexes of one cache: each takes memory for every entry with its label, and time for every write. */
const maxIndexes = 4;

/** What an index is filled with. */
export interface IndexSource {
  readonly entries: readonly CacheEntry[];
  /** Whether the entry has not been replaced meanwhile. */
  readonly isCurrent: (entry: CacheEntry) => boolean;
  readonly onUnreadable: (entry: CacheEntry) => void;
  readonly clock: Clock;
}

/** The entries that have a label with a certain value. */
export interface LabelMatch {
  readonly label: string;
  readonly index: OrderedMap<CacheEntry>;
  /** What precedes the keys of the entries in the index. */
  readonly keyPrefix: string;
}

/**
 * Entries by the values of labels. An index is built when a list selects by a label for the first time, and kept up to
 * date from then on; of too many, the one that was used least recently is dropped.
 */
export class LabelIndexes {
  /** Most recently used last. */
  readonly #ready = new Map<string, OrderedMap<CacheEntry>>();
  #filling: { readonly label: string; readonly index: OrderedMap<CacheEntry> } | undefined;

  /** Whether no index has to be kept up to date. */
  get isEmpty(): boolean {
    return this.#ready.size === 0 && this.#filling === undefined;
  }

  snapshot(): LabelIndexes {
    const copy = new LabelIndexes();
    for (const [label, index] of this.#ready) copy.#ready.set(label, index.snapshot());
    return copy;
  }

  /** An index that has the entries of one of the labels; undefined: there is none. */
  find(labels: readonly LabelValue[]): LabelMatch | undefined {
    for (const { label, value } of labels) {
      const index = this.#ready.get(label);
      if (!index) continue;
      this.#ready.delete(label);
      this.#ready.set(label, index);
      return { label, index, keyPrefix: value + separator };
    }
    return undefined;
  }

  /** Builds an index in slices, while changes go on; one at a time. */
  async build(label: string, { entries, isCurrent, onUnreadable, clock }: IndexSource): Promise<void> {
    if (this.#filling) return;
    const index = new OrderedMap<CacheEntry>();
    this.#filling = { label, index };
    const add = (entry: CacheEntry) => {
      // A newer entry was added by `put`.
      if (!isCurrent(entry)) return;
      const attributes = entry.knownAttributes;
      const value = attributes?.labels[label];
      if (!attributes) onUnreadable(entry);
      else if (value !== undefined) index.set(value + separator + entry.key, entry);
    };
    await forEachYielding(entries, add, { clock });
    this.#filling = undefined;
    const [oldest] = this.#ready.keys();
    if (this.#ready.size >= maxIndexes && oldest !== undefined) this.#ready.delete(oldest);
    this.#ready.set(label, index);
  }

  /** Attributes before and after a change; undefined: there was no entry, or there is none that can be read. */
  put(
    entry: CacheEntry | undefined,
    key: string,
    change: { before: Attributes | undefined; after: Attributes | undefined },
  ): void {
    for (const [label, index] of this.#ready) update(index, label, { ...change, key, entry });
    if (this.#filling) update(this.#filling.index, this.#filling.label, { ...change, key, entry });
  }
}

interface IndexChange {
  readonly key: string;
  readonly entry: CacheEntry | undefined;
  readonly before: Attributes | undefined;
  readonly after: Attributes | undefined;
}

function update(index: OrderedMap<CacheEntry>, label: string, { key, entry, before, after }: IndexChange): void {
  const [old, now] = [before?.labels[label], after?.labels[label]];
  if (old !== undefined && old !== now) index.delete(old + separator + key);
  if (now !== undefined) index.set(now + separator + key, entry!);
}
