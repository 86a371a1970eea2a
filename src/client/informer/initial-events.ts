import {
  annotationsOf,
  initialEventsEndAnnotation,
  type JsonObject,
  metadataOf,
  namespacedName,
  type WatchEvent,
} from '../../apimachinery/meta/index.js';

/** The objects that a watch begins with, until it says that those are all. */
export class InitialEvents<Item extends object> {
  readonly #items = new Map<string, Item>();

  get items(): Item[] {
    return [...this.#items.values()];
  }

  /** True for the event that ends them. Changes may come in between. */
  take({ type, object }: WatchEvent<Item>): boolean {
    const key = keyOf(object);
    if (type === 'BOOKMARK') return annotationsOf(object as JsonObject)[initialEventsEndAnnotation] === 'true';
    if (type === 'DELETED') this.#items.delete(key);
    else this.#items.set(key, object);
    return false;
  }
}

/** `namespace/name`, or the name alone. */
export function keyOf(object: object): string {
  return namespacedName(metadataOf(object as JsonObject));
}

export function versionOf(object: object): string {
  return metadataOf(object as JsonObject).resourceVersion ?? '';
}
