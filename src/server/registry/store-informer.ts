import { sleep } from '../../apimachinery/clock/index.js';
import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { Delivery } from '../../storage/cacher/index.js';
import type { ObjectRef } from './object-storage.js';
import type { ResourceStore } from './resource-store.js';
import { decodeStored } from './stored-object.js';

/** Receives the objects of a store; it knows their type. */
export interface StoreHandler<T extends JsonObject = JsonObject> {
  put(object: T): void;
  remove(ref: ObjectRef): void;
  /** Called before all objects are delivered again: must drop everything. */
  clear(): void;
}

/** Delay before a retry after an error. */
const retryMilliseconds = 1000;

/**
 * Delivers all objects of a store, and their changes, to a reader straight from the cache: once a write has returned,
 * the reader has seen it.
 */
export class StoreInformer {
  readonly #store: ResourceStore;
  readonly #reader: StoreHandler;
  readonly #onError: (error: unknown) => void;
  #synced = (): void => undefined;
  /** Resolves when the reader has received all initial objects. */
  readonly synced = new Promise<void>((resolve) => {
    this.#synced = resolve;
  });

  constructor(store: ResourceStore, reader: StoreHandler, onError: (error: unknown) => void) {
    this.#store = store;
    this.#reader = reader;
    this.#onError = onError;
  }

  /** Runs until the store's cache is closed. */
  start(): void {
    void this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#store.isClosed) {
      try {
        await this.#follow();
      } catch (error) {
        if (this.#store.isClosed) return;
        this.#onError(error);
        await sleep(this.#store.clock, retryMilliseconds, { unref: true });
      }
    }
  }

  async #follow(): Promise<void> {
    const watch = await this.#store.watch({}, { initialEvents: true });
    for await (const { deliveries, bookmark } of watch) {
      const isWhole = bookmark === 'initial-events-end';
      if (isWhole) this.#reader.clear();
      for (const delivery of deliveries) this.#deliver(delivery);
      if (isWhole) this.#synced();
    }
  }

  /** Skips objects that cannot be decoded, so that the others are still delivered. */
  #deliver(delivery: Delivery): void {
    let object: JsonObject;
    try {
      object = decodeStored(delivery.value);
    } catch (error) {
      this.#onError(new Error(`${delivery.event.key} cannot be read`, { cause: error }));
      return;
    }
    if (delivery.type === 'deleted') this.#reader.remove(refOf(object));
    else this.#reader.put(object);
  }
}

function refOf(object: JsonObject): ObjectRef {
  const { name = '', namespace = '' } = metadataOf(object);
  return { name, namespace };
}
