import type { Clock } from '../apimachinery/clock/index.js';
import type { Codec, CodecRegistry } from '../apimachinery/codec/index.js';
import { Cacher } from '../storage/cacher/index.js';
import type { Storage } from '../storage/index.js';
import type { Authorizer } from './authorization/index.js';
import { type Admission, type KnownKinds, type Route, routesOf } from './handlers/index.js';
import type { ApiServerMetrics, ResourceMetrics, ResourceStatistics } from './metrics/index.js';
import { Resource, type ResourceDefinition, ResourceStore, storedPresentation } from './registry/index.js';

export interface InstallOptions {
  readonly storage: Storage;
  readonly codecs: CodecRegistry;
  /** Encoding of stored objects. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  /** Minimum duration of watches whose clients set no timeout. Unset: half an hour. */
  readonly minRequestTimeoutSeconds?: number;
  readonly onError?: (error: unknown) => void;
  readonly kinds?: KnownKinds;
  readonly resourceMetrics?: ResourceMetrics;
  readonly requestMetrics?: ApiServerMetrics;
}

const sampledObjects = 8;
const maxBodyBytes = 3 * 1024 * 1024;

/** A resource that a server serves: its cache, its store, and a route for each version and subresource. */
export class InstalledResource {
  readonly resource: Resource;
  readonly store: ResourceStore;
  readonly routes: readonly Route[];
  readonly #cacher: Cacher;
  readonly #unfollow: (() => void) | undefined;

  constructor(group: string, definition: ResourceDefinition, options: InstallOptions) {
    const { codecs, admission, authorizer, clock, minRequestTimeoutSeconds = 1800, onError } = options;
    const { resourceMetrics, requestMetrics, storedAs, kinds, random } = options;
    const resource = new Resource(group, definition);
    this.resource = resource;
    this.#cacher = new Cacher({
      storage: storageOf(resource, options),
      clock,
      prefix: `/${resource.storagePrefix}/`,
      presentation: storedPresentation(resource, options),
      indexedFields: resource.selectsStored ? resource.selectableFields() : [],
      ...(onError && { onError }),
    });
    this.#cacher.start();
    this.store = new ResourceStore({ resource, cacher: this.#cacher, clock, storedAs });
    const services = { codecs, admission, authorizer, clock, random, maxBodyBytes, minRequestTimeoutSeconds, kinds };
    this.routes = routesOf(this.store, { ...services, ...(requestMetrics && { metrics: requestMetrics }) });
    this.#unfollow = resourceMetrics?.follow(resource.groupResource, {
      statistics: () => this.statistics,
      activity: () => this.#cacher.activity,
    });
  }

  get isReady(): boolean {
    return this.#cacher.isReady;
  }

  ready(): Promise<void> {
    return this.#cacher.ready();
  }

  get openWatches(): number {
    return this.#cacher.openWatches;
  }

  /** The average size is that of the first few objects. */
  get statistics(): ResourceStatistics {
    const { state } = this.#cacher;
    let [seen, bytes] = [0, 0];
    state.forEach({ prefix: '', startKey: '', selection: undefined }, (entry) => {
      bytes += entry.isReadable ? entry.value.length : 0;
      return ++seen < sampledObjects;
    });
    return { count: state.size, averageBytes: seen === 0 ? 0 : bytes / seen };
  }

  /** Closes the cache and its watches; the storage stays open. */
  close(): Promise<void> {
    this.#unfollow?.();
    return this.#cacher.stop();
  }
}

function storageOf({ groupResource }: Resource, { storage, resourceMetrics }: InstallOptions): Storage {
  const own = storage.forResource?.(groupResource) ?? storage;
  return resourceMetrics?.measured(own, groupResource) ?? own;
}
