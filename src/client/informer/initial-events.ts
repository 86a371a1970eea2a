import {
  annotationsOf,
  initialEventsEndAnnotation,
  type JsonObject,
  metadataOf,
  namespacedName,
  type WatchEvent,
} from '../../apimachinery/meta/index.js';

/** Collects the initial events of a streaming list, until the bookmark that ends them. */
export class InitialEvents<Item extends object> {
  readonly #items = new Map<string, Item>();

  get items(): Item[] {
    return [...this.#items.values()];
  }

  /** Returns true for the bookmark that ends the initial events. Changes may be interleaved. */
  take({ type, object }: WatchEvent<Item>): boolean {
    const key = keyOf(object);
    if (type === 'BOOKMARK') return annotationsOf(object as JsonObject)[initialEventsEndAnnotation] === 'true';
    if (type === 'DELETED') this.#items.delete(key);
    else this.#items.set(key, object);
    return false;
  }
}

/** `namespace/name`, or just the name for cluster-scoped objects. */
export function keyOf(object: object): string {
  return namespacedName(metadataOf(object as JsonObject));
}

export function versionOf(object: object): string {
  return metadataOf(object as JsonObject).resourceVersion ?? '';
}
