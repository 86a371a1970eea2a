/**
 * Told of changes, one after another, in the order in which they happened. To be quick: a handler usually puts a key
 * into a queue. Objects are shared with the store: never change them.
 */
export interface InformerHandler<Item> {
  added?(item: Item, details: { readonly isInInitialList: boolean }): void;
  /** Both are the same object in a resync. An object that was deleted and created anew meanwhile is an update too. */
  updated?(old: Item, item: Item): void;
  /** Where the final state is unknown the deletion went unseen, and the object is the last state that was seen. */
  deleted?(item: Item, details: { readonly isFinalStateUnknown: boolean }): void;
}

/** What one handler throws is reported, and does not concern the others. */
export class HandlerSet<Item> {
  readonly #handlers = new Set<InformerHandler<Item>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(handler: InformerHandler<Item>, existing: Iterable<Item>): () => void {
    // One of its own, so that a handler may be added twice.
    const added: InformerHandler<Item> = {
      added: (item, details) => handler.added?.(item, details),
      updated: (old, item) => handler.updated?.(old, item),
      deleted: (item, details) => handler.deleted?.(item, details),
    };
    for (const item of [...existing]) this.#call(() => added.added?.(item, { isInInitialList: true }));
    this.#handlers.add(added);
    return () => this.#handlers.delete(added);
  }

  added(item: Item, details: { isInInitialList: boolean }): void {
    for (const handler of this.#handlers) this.#call(() => handler.added?.(item, details));
  }

  updated(old: Item, item: Item): void {
    for (const handler of this.#handlers) this.#call(() => handler.updated?.(old, item));
  }

  deleted(item: Item, details: { isFinalStateUnknown: boolean }): void {
    for (const handler of this.#handlers) this.#call(() => handler.deleted?.(item, details));
  }

  #call(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#onError(error);
    }
  }
}
