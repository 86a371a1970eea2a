import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';

/** Returns the index values of an object. */
export type IndexFunction<Item> = (item: Item) => readonly string[];

/** Index functions by index name. */
export type Indexers<Item> = { readonly [index: string]: IndexFunction<Item> };

/** The index by namespace, which every store has. */
export const namespaceIndex = 'namespace';

class Index<Item> {
  readonly #valuesOf: IndexFunction<Item>;
  readonly #items = new Map<string, Map<string, Item>>();

  constructor(valuesOf: IndexFunction<Item>) {
    this.#valuesOf = valuesOf;
  }

  put(key: string, item: Item): void {
    for (const value of this.#valuesOf(item)) {
      const items = this.#items.get(value);
      if (items) items.set(key, item);
      else this.#items.set(value, new Map([[key, item]]));
    }
  }

  remove(key: string, item: Item): void {
    for (const value of this.#valuesOf(item)) {
      const items = this.#items.get(value);
      items?.delete(key);
      if (items?.size === 0) this.#items.delete(value);
    }
  }

  at(value: string): Iterable<Item> {
    return this.#items.get(value)?.values() ?? [];
  }

  count(value: string): number {
    return this.#items.get(value)?.size ?? 0;
  }

  values(): Iterable<string> {
    return this.#items.keys();
  }
}

/** Objects by `namespace/name`, with secondary indexes. Index functions must be deterministic. */
export class IndexedStore<Item extends object> {
  readonly #items = new Map<string, Item>();
  readonly #indexes = new Map<string, Index<Item>>();

  constructor(indexers: Indexers<Item> = {}) {
    this.addIndexers({ [namespaceIndex]: (item) => [metadataOf(item as JsonObject).namespace ?? ''], ...indexers });
  }

  /** An existing index of the same name is kept. */
  addIndexers(indexers: Indexers<Item>): void {
    for (const [name, valuesOf] of Object.entries(indexers)) {
      if (this.#indexes.has(name)) continue;
      const index = new Index(valuesOf);
      for (const [key, item] of this.#items) index.put(key, item);
      this.#indexes.set(name, index);
    }
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  entries(): Iterable<[key: string, item: Item]> {
    return this.#items.entries();
  }

  items(): Iterable<Item> {
    return this.#items.values();
  }

  /** Returns the previous object. */
  put(key: string, item: Item): Item | undefined {
    const old = this.#items.get(key);
    for (const index of this.#indexes.values()) {
      if (old !== undefined) index.remove(key, old);
      index.put(key, item);
    }
    this.#items.set(key, item);
    return old;
  }

  /** Returns the removed object. */
  remove(key: string): Item | undefined {
    const old = this.#items.get(key);
    if (old === undefined) return undefined;
    for (const index of this.#indexes.values()) index.remove(key, old);
    this.#items.delete(key);
    return old;
  }

  /** Throws if there is no such index. */
  byIndex(name: string, value: string): Iterable<Item> {
    return this.#index(name).at(value);
  }

  /** Throws if there is no such index. */
  countByIndex(name: string, value: string): number {
    return this.#index(name).count(value);
  }

  indexValues(name: string): Iterable<string> {
    return this.#index(name).values();
  }

  #index(name: string): Index<Item> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new TypeError(`there is no index ${JSON.stringify(name)}`);
    return index;
  }
}
