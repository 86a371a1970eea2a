import type { CodecRegistry } from '../apimachinery/codec/index.js';
import { Cacher, objectPresentation, type Presentation } from '../storage/cacher/index.js';
import type { Storage } from '../storage/index.js';
import type { Authorizer } from './authorization/index.js';
import { type Admission, type Route, routesOf } from './handlers/index.js';
import { decodeStored, Resource, type ResourceDefinition, ResourceStore, renewStored } from './registry/index.js';

export interface InstallOptions {
  readonly storage: Storage;
  readonly codecs: CodecRegistry;
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  readonly now: () => number;
  /** How long watches last at least, unless their clients say otherwise; half an hour if absent. */
  readonly minRequestTimeoutSeconds?: number;
  readonly onError?: (error: unknown) => void;
}

const sampledObjects = 8;
const maxBodyBytes = 3 * 1024 * 1024;

/** A resource that a server serves: its cache, its store, and a route for each version and subresource. */
export class InstalledResource {
  readonly resource: Resource;
  readonly store: ResourceStore;
  readonly routes: readonly Route[];
  readonly #cacher: Cacher;

  constructor(group: string, definition: ResourceDefinition, options: InstallOptions) {
    const { storage, codecs, admission, authorizer, now, minRequestTimeoutSeconds = 1800, onError } = options;
    const resource = new Resource(group, definition);
    this.resource = resource;
    this.#cacher = new Cacher({
      storage: storage.forResource?.({ group, resource: definition.plural }) ?? storage,
      prefix: `/${resource.storagePrefix}/`,
      presentation: presentationOf(resource),
      indexedFields: resource.selectsStored ? resource.selectableFields() : [],
      ...(onError && { onError }),
    });
    this.#cacher.start();
    this.store = new ResourceStore({ resource, cacher: this.#cacher, now });
    const services = { codecs, admission, authorizer, now, maxBodyBytes, minRequestTimeoutSeconds };
    this.routes = routesOf(this.store, services);
  }

  get isReady(): boolean {
    return this.#cacher.isReady;
  }

  get openWatches(): number {
    return this.#cacher.openWatches;
  }

  /** The length is that of the first few. */
  get statistics(): { readonly count: number; readonly averageBytes: number } {
    const { state } = this.#cacher;
    let [seen, bytes] = [0, 0];
    state.forEach({ prefix: '', startKey: '', selection: undefined }, ({ value }) => {
      bytes += value.length;
      return ++seen < sampledObjects;
    });
    return { count: state.size, averageBytes: seen === 0 ? 0 : bytes / seen };
  }

  /** Ends the cache and its watches; the storage goes on. */
  close(): Promise<void> {
    return this.#cacher.stop();
  }
}

/** The schemas of custom resources change at run time, and what is stored with them. */
function presentationOf(resource: Resource): Presentation {
  const presentation = objectPresentation((value) => resource.attributesOf(decodeStored(value)));
  return resource.isCustom ? { ...presentation, renew: (value) => renewStored(resource, value) } : presentation;
}
