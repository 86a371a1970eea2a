import { compositeKey, type GroupResource } from '../../apimachinery/meta/index.js';

/** A multimap from resources to items, each once. There are few per resource, and arrays are smaller than sets. */
export class ResourceIndex<Item> {
  readonly #items = new Map<string, Item[]>();

  /** Does nothing if there is such an item. */
  add({ group, resource }: GroupResource, item: Item, isSame: (other: Item) => boolean): void {
    const key = compositeKey(group, resource);
    const items = this.#items.get(key);
    if (!items) this.#items.set(key, [item]);
    else if (!items.some(isSame)) items.push(item);
  }

  remove({ group, resource }: GroupResource, isSame: (item: Item) => boolean): void {
    const key = compositeKey(group, resource);
    const left = this.#items.get(key)?.filter((item) => !isSame(item));
    if (left && left.length > 0) this.#items.set(key, left);
    else this.#items.delete(key);
  }

  /** Returns the items of a resource, and removes them. */
  take({ group, resource }: GroupResource): Iterable<Item> {
    const key = compositeKey(group, resource);
    const items = this.#items.get(key) ?? [];
    this.#items.delete(key);
    return items;
  }
}
