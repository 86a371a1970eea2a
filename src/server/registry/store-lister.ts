import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { ObjectRef } from './object-storage.js';
import type { ResourceStore } from './resource-store.js';
import { StoreInformer } from './store-informer.js';

export interface StoreListerOptions {
  /** Called on first use. */
  readonly store: () => ResourceStore;
  readonly onError: (error: unknown) => void;
}

/**
 * A decoded, up-to-date view of a store's objects, for code that reads them with every request. Starts to watch the
 * store on first use. The objects are read-only.
 */
export class StoreLister<T extends JsonObject = JsonObject> {
  readonly #options: StoreListerOptions;
  readonly #namespaces = new Map<string, Map<string, T>>();
  readonly #none: ReadonlyMap<string, T> = new Map();
  #changes = 0;
  #isReady = false;
  #ready: Promise<void> | undefined;

  constructor(options: StoreListerOptions) {
    this.#options = options;
  }

  /**
   * Returns undefined once the store has been read, else a promise for it. Must be awaited before any other method is
   * called.
   */
  ready(): Promise<void> | undefined {
    if (this.#isReady) return undefined;
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** Increases with every change, so that callers can cache what they derive from the objects. */
  get changes(): number {
    return this.#changes;
  }

  get({ namespace, name }: ObjectRef): T | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** Objects by name; cluster-scoped ones are in the empty namespace. */
  inNamespace(namespace: string): ReadonlyMap<string, T> {
    return this.#namespaces.get(namespace) ?? this.#none;
  }

  *all(): Iterable<T> {
    for (const objects of this.#namespaces.values()) yield* objects.values();
  }

  async #start(): Promise<void> {
    const { store, onError } = this.#options;
    const reader = {
      put: (object: JsonObject) => this.#put(object as T),
      remove: (ref: ObjectRef) => this.#remove(ref),
      clear: () => this.#clear(),
    };
    const follower = new StoreInformer(store(), reader, onError);
    follower.start();
    await follower.synced;
    this.#isReady = true;
  }

  #clear(): void {
    this.#changes++;
    this.#namespaces.clear();
  }

  #put(object: T): void {
    this.#changes++;
    const { name = '', namespace = '' } = metadataOf(object);
    const objects = this.#namespaces.get(namespace);
    if (objects) objects.set(name, object);
    else this.#namespaces.set(namespace, new Map([[name, object]]));
  }

  #remove({ namespace, name }: ObjectRef): void {
    this.#changes++;
    const objects = this.#namespaces.get(namespace);
    objects?.delete(name);
    if (objects?.size === 0) this.#namespaces.delete(namespace);
  }
}
