import { sleep } from '../../apimachinery/clock/index.js';
import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { Delivery } from '../../storage/cacher/index.js';
import type { ObjectRef } from './object-table.js';
import type { ResourceStore } from './resource-store.js';
import { decodeStored } from './stored-object.js';

/** Keeps something of each object of a store. */
export interface StoreReader {
  put(object: JsonObject): void;
  remove(ref: ObjectRef): void;
  /** Forgets everything: all there is is told again. */
  clear(): void;
}

/** After a failure it is tried again this often. */
const retryMilliseconds = 1000;

/**
 * Tells a reader of all objects of a store, and of what becomes of them, straight from the cache: whoever has been told
 * that something is written may count on the reader knowing.
 */
export class StoreFollower {
  readonly #store: ResourceStore;
  readonly #reader: StoreReader;
  readonly #onError: (error: unknown) => void;
  #synced = (): void => undefined;
  /** Resolves when the reader has been told of everything that was there at first. */
  readonly synced = new Promise<void>((resolve) => {
    this.#synced = resolve;
  });

  constructor(store: ResourceStore, reader: StoreReader, onError: (error: unknown) => void) {
    this.#store = store;
    this.#reader = reader;
    this.#onError = onError;
  }

  /** Goes on until the store's cache is closed. */
  start(): void {
    void this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#store.cacher.isClosed) {
      try {
        await this.#follow();
      } catch (error) {
        if (this.#store.cacher.isClosed) return;
        this.#onError(error);
        await sleep(this.#store.clock, retryMilliseconds, { unref: true });
      }
    }
  }

  async #follow(): Promise<void> {
    const { cacher, table } = this.#store;
    const watch = cacher.watchChanges({ prefix: table.prefix() }, { initialEvents: true });
    for await (const { deliveries, bookmark } of watch) {
      const isWhole = bookmark === 'initial-events-end';
      if (isWhole) this.#reader.clear();
      for (const delivery of deliveries) this.#tell(delivery);
      if (isWhole) this.#synced();
    }
  }

  /** The reader does not hear of what cannot be read: others are no less there for it. */
  #tell(delivery: Delivery): void {
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
