import { compositeKey, type GroupResource, type JsonObject } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { ObjectRef, StoredObject } from './object-storage.js';
import type { ResourceStore } from './resource-store.js';
import { StoreLister } from './store-lister.js';

/** Whether a resource has objects. */
export interface ResourceContent {
  /** Whether there are objects, or may be. */
  hasObjects(): Promise<boolean>;
  /** Calls back once there is an object, or may be. Returns a function that cancels it. */
  onFirstObject(callback: () => void): () => void;
}

/** An installed resource. */
interface StoreOwner extends ResourceContent {
  readonly resource: { readonly groupResource: GroupResource };
  readonly store: ResourceStore;
}

/**
 * The stores of the resources that the servers of a chain serve. It exists before the servers, so that what reads
 * stored objects (authenticators, authorizers, admission plug-ins) is constructed before them, and is used from the
 * first request on.
 */
export class Stores {
  readonly #stores = new Map<string, StoreOwner>();
  readonly #listers = new Map<string, StoreLister>();
  readonly #onError: (error: unknown) => void;
  #otherContents: (resource: GroupResource) => ResourceContent | undefined = () => undefined;

  constructor({ onError }: { onError: (error: unknown) => void }) {
    this.#onError = onError;
  }

  /** Reads the owner's store when it is used: it may be created then. */
  add(owner: StoreOwner): void {
    const { group, resource } = owner.resource.groupResource;
    this.#stores.set(compositeKey(group, resource), owner);
  }

  /** Throws if the resource is not installed. */
  get(group: string, plural: string): ResourceStore {
    const owner = this.#stores.get(compositeKey(group, plural));
    if (!owner) throw new Error(`${plural} of the group ${JSON.stringify(group)} are not installed`);
    return owner.store;
  }

  /** Makes known the content of resources that come and go. */
  setOtherContents(contentOf: (resource: GroupResource) => ResourceContent | undefined): void {
    this.#otherContents = contentOf;
  }

  /** Returns undefined for a resource whose content is not known. */
  contentOf(groupResource: GroupResource): ResourceContent | undefined {
    const { group, resource } = groupResource;
    return this.#stores.get(compositeKey(group, resource)) ?? this.#otherContents(groupResource);
  }

  /** Returns the shared lister of a resource. It starts to watch the store on first use. */
  lister<T extends JsonObject = JsonObject>(group: string, plural: string): StoreLister<T> {
    const key = compositeKey(group, plural);
    const known = this.#listers.get(key);
    const lister = known ?? new StoreLister({ store: () => this.get(group, plural), onError: this.#onError });
    if (!known) this.#listers.set(key, lister);
    // The caller names the type of the resource's objects.
    return lister as StoreLister<T>;
  }

  /** Returns the current object; undefined if it does not exist. */
  async find(group: string, plural: string, ref: ObjectRef): Promise<StoredObject | undefined> {
    try {
      return await this.get(group, plural).get(ref);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}
