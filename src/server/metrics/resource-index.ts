import type { GroupResource } from '../../apimachinery/meta/index.js';

/** A multimap from resources to items. */
export class ResourceIndex<Item> {
  readonly #groups = new Map<string, Map<string, Set<Item>>>();

  add({ group, resource }: GroupResource, item: Item): void {
    let resources = this.#groups.get(group);
    if (!resources) {
      resources = new Map();
      this.#groups.set(group, resources);
    }
    const items = resources.get(resource);
    if (items) items.add(item);
    else resources.set(resource, new Set([item]));
  }

  remove({ group, resource }: GroupResource, item: Item): void {
    const items = this.#groups.get(group)?.get(resource);
    if (items?.delete(item) && items.size === 0) this.take({ group, resource });
  }

  /** Returns the items of a resource, and removes them. */
  take({ group, resource }: GroupResource): Iterable<Item> {
    const resources = this.#groups.get(group);
    const items = resources?.get(resource);
    if (!resources || !items) return [];
    resources.delete(resource);
    if (resources.size === 0) this.#groups.delete(group);
    return items;
  }
}
