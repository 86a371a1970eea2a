/**
 * Called with changes, one at a time, in the order in which they happened. Handlers must return quickly: usually they
 * add a key to a work queue. Objects are shared with the store and must not be modified.
 */
export interface InformerHandler<Item> {
  added?(item: Item, details: { readonly isInInitialList: boolean }): void;
  /**
   * In a resync both are the same object. An object that was deleted and recreated between two lists is an update too.
   */
  updated?(old: Item, item: Item): void;
  /** `isFinalStateUnknown`: the deletion was missed, and the object is the last state that was seen. */
  deleted?(item: Item, details: { readonly isFinalStateUnknown: boolean }): void;
}

/** Errors that a handler throws are reported and do not affect the other handlers. */
export class HandlerSet<Item> {
  readonly #handlers = new Set<InformerHandler<Item>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(handler: InformerHandler<Item>, existing: Iterable<Item>): () => void {
    // A copy, so that the same handler may be added twice.
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

  #call(callHandler: () => void): void {
    try {
      callHandler();
    } catch (error) {
      this.#onError(error);
    }
  }
}
