import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { type CacheEntry, type CacheEvent, type ChangeType, Delivery } from '../../../storage/cacher/index.js';
import type { Resource } from '../../registry/index.js';

/**
 * Requirements that can only be evaluated on converted objects: on fields that the stored object may have elsewhere, or
 * not at all, because other code, such as a webhook, converts it; and those of shards.
 */
export class LateSelection {
  readonly #resource: Resource;
  readonly #version: string;
  readonly #matches: (object: JsonObject) => boolean;

  constructor(resource: Resource, version: string, matches: (object: JsonObject) => boolean) {
    this.#resource = resource;
    this.#version = version;
    this.#matches = matches;
  }

  async entries(entries: readonly CacheEntry[]): Promise<CacheEntry[]> {
    const selected = await this.#selected(entries);
    return entries.filter((entry) => selected.has(entry));
  }

  /**
   * Returns the deliveries for objects that match or matched; an object that no longer matches is delivered as deleted.
   */
  async deliveries(deliveries: readonly Delivery[]): Promise<Delivery[]> {
    const selected = await this.#selected(deliveries.flatMap(({ event }) => [event.entry, event.previous]));
    return deliveries.flatMap(({ type, event }) => {
      const seen = seenAs(type, event, selected);
      return seen ? [new Delivery(seen, event)] : [];
    });
  }

  async #selected(entries: readonly (CacheEntry | undefined)[]): Promise<ReadonlySet<CacheEntry>> {
    const existing = entries.filter((entry) => entry !== undefined);
    const stored = existing.map(({ value }) => value);
    const objects = await this.#resource.objectsIn(this.#version, stored);
    return new Set(existing.filter((_, index) => this.#matches(objects[index]!)));
  }
}

/** `type` is the change as seen through the rest of the selection. */
function seenAs(type: ChangeType, event: CacheEvent, selected: ReadonlySet<CacheEntry>): ChangeType | undefined {
  const isIn = type !== 'deleted' && event.entry !== undefined && selected.has(event.entry);
  const wasIn = type !== 'added' && event.previous !== undefined && selected.has(event.previous);
  if (isIn) return wasIn ? 'modified' : 'added';
  return wasIn ? 'deleted' : undefined;
}
