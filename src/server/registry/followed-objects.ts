import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { ObjectRef } from './object-table.js';
import type { ResourceStore } from './resource-store.js';
import { StoreFollower } from './store-follower.js';

export interface FollowedObjectsOptions {
  /** Asked for when the objects are first wanted. */
  readonly store: () => ResourceStore;
  readonly onError: (error: unknown) => void;
}

const none: ReadonlyMap<string, JsonObject> = new Map();

/**
 * The objects of a store as they are now, decoded, for those who decide by them with every request. It begins to follow
 * the store when it is first asked: what nobody wants to know costs nothing. Nobody may change the objects.
 */
export class FollowedObjects {
  readonly #options: FollowedObjectsOptions;
  readonly #namespaces = new Map<string, Map<string, JsonObject>>();
  #changes = 0;
  #isReady = false;
  #ready: Promise<void> | undefined;

  constructor(options: FollowedObjectsOptions) {
    this.#options = options;
  }

  /** Undefined, or resolves, when the store has been read: to be waited for before anything else is asked. */
  ready(): Promise<void> | undefined {
    if (this.#isReady) return undefined;
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** Another number whenever something has changed: for those who make something of the objects, and keep it. */
  get changes(): number {
    return this.#changes;
  }

  get({ namespace, name }: ObjectRef): JsonObject | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** By name; those of the cluster are in the empty namespace. */
  inNamespace(namespace: string): ReadonlyMap<string, JsonObject> {
    return this.#namespaces.get(namespace) ?? none;
  }

  *all(): Iterable<JsonObject> {
    for (const objects of this.#namespaces.values()) yield* objects.values();
  }

  async #start(): Promise<void> {
    const { store, onError } = this.#options;
    const reader = {
      put: (object: JsonObject) => this.#put(object),
      remove: (ref: ObjectRef) => this.#remove(ref),
      clear: () => this.#clear(),
    };
    const follower = new StoreFollower(store(), reader, onError);
    follower.start();
    await follower.synced;
    this.#isReady = true;
  }

  #clear(): void {
    this.#changes++;
    this.#namespaces.clear();
  }

  #put(object: JsonObject): void {
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
