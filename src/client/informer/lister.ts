import { type JsonObject, labelsOf, namespacedName } from '../../apimachinery/meta/index.js';
import type { LabelSelector } from '../../apimachinery/selectors/index.js';
import { type IndexedStore, namespaceIndex } from './indexed-store.js';

/** Options of a `Lister`. */
export interface ListerOptions {
  /** Unset: all namespaces. */
  readonly namespace?: string;
  readonly labels?: LabelSelector;
}

/** Reads from an informer's store, without requests to the server. The objects are shared and must not be modified. */
export class Lister<Item extends object> {
  readonly #store: IndexedStore<Item>;

  constructor(store: IndexedStore<Item>) {
    this.#store = store;
  }

  get size(): number {
    return this.#store.size;
  }

  get(name: string, namespace = ''): Item | undefined {
    return this.#store.get(namespacedName({ namespace, name }));
  }

  /** The key is `namespace/name`, or just the name for cluster-scoped objects. */
  getByKey(key: string): Item | undefined {
    return this.#store.get(key);
  }

  list({ namespace, labels }: ListerOptions = {}): Item[] {
    const items = namespace === undefined ? this.#store.items() : this.#store.byIndex(namespaceIndex, namespace);
    return labels === undefined
      ? [...items]
      : [...items].filter((item) => labels.matches(labelsOf(item as JsonObject)));
  }

  /** Returns the objects with this index value. Throws if there is no such index. */
  byIndex(index: string, value: string): Item[] {
    return [...this.#store.byIndex(index, value)];
  }

  /** Returns the number of objects with this index value. Throws if there is no such index. */
  countByIndex(index: string, value: string): number {
    return this.#store.countByIndex(index, value);
  }

  /** Returns all values of the index. */
  indexValues(index: string): string[] {
    return [...this.#store.indexValues(index)];
  }
}
