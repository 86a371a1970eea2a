import { randomUUID } from 'node:crypto';
import type { Clock } from '../apimachinery/clock/index.js';
import type { Codec, CodecRegistry } from '../apimachinery/codec/index.js';
import type { GroupResource } from '../apimachinery/meta/index.js';
import { type CacheRegistry, Cacher } from '../storage/cacher/index.js';
import type { Storage } from '../storage/index.js';
import type { Authorizer } from './authorization/index.js';
import type { FeatureGates } from './feature-gates/index.js';
import { type Admission, type Route, routesOf } from './handlers/index.js';
import type { ApiServerMetrics, ResourceMetrics, ResourceStatistics } from './metrics/index.js';
import {
  type ConsistencyChecks,
  Resource,
  type ResourceDefinition,
  ResourceStore,
  SourceStorage,
  storedPresentation,
} from './registry/index.js';

/** What an installed resource needs from its server. */
export interface InstallOptions {
  readonly storage: Storage;
  readonly codecs: CodecRegistry;
  /** Encoding of stored objects. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  /** Unset: the gates of the generic server, at their defaults. */
  readonly features?: FeatureGates;
  /** Minimum duration of watches whose clients set no timeout. Unset: half an hour. */
  readonly minRequestTimeoutSeconds?: number;
  /** Which resources are listed as from a watch cache. Unset: all. */
  readonly hasWatchCache?: ((resource: GroupResource) => boolean) | undefined;
  readonly onError?: (error: unknown) => void;
  readonly resourceMetrics?: ResourceMetrics;
  /** Compares the caches with the storage. Unset: nothing does. */
  readonly consistencyChecks?: ConsistencyChecks | undefined;
  readonly requestMetrics?: ApiServerMetrics;
  /** Creates the cache on first use: for short-lived servers that use few of their resources. Unset: immediately. */
  readonly lazyCaches?: boolean;
  /** Knows the caches of the server, and their initial content. Unset: they are filled from the storage. */
  readonly caches?: CacheRegistry | undefined;
  /** Identifies the form in which objects are cached, if that can change at run time. */
  readonly cachedForm?: string;
}

interface Opened {
  readonly cacher: Cacher;
  readonly store: ResourceStore;
  /** Set for a virtual resource. */
  readonly source: SourceStorage | undefined;
  /** Ends what follows the cache. */
  readonly unfollow: () => void;
}

const sampledObjects = 8;
const maxBodyBytes = 3 * 1024 * 1024;

/**
 * A resource that a server serves: its cache, its store, and a route for each version and subresource. Requests wait
 * until `start` has been called and the cache is filled.
 */
export class InstalledResource {
  readonly resource: Resource;
  readonly #options: InstallOptions;
  #opened: Opened | undefined;
  #routes: readonly Route[] | undefined;
  #isStarted = false;
  /** Called when the cache is created. Unset: none are. */
  #onOpen: Set<(cacher: Cacher) => void> | undefined;

  constructor(group: string, definition: ResourceDefinition, options: InstallOptions) {
    this.resource = Resource.shared(group, definition, options.features);
    this.#options = options;
    if (!options.lazyCaches) this.#open();
  }

  get store(): ResourceStore {
    return this.#open().store;
  }

  get routes(): readonly Route[] {
    const { codecs, admission, authorizer, clock, minRequestTimeoutSeconds = 1800 } = this.#options;
    const { requestMetrics: metrics, random } = this.#options;
    const hasWatchCache = this.#options.hasWatchCache?.(this.resource.groupResource) ?? true;
    const services = {
      codecs,
      admission,
      authorizer,
      clock,
      random,
      maxBodyBytes,
      minRequestTimeoutSeconds,
      hasWatchCache,
    };
    this.#routes ??= routesOf(this.store, { ...services, ...(metrics && { metrics }) });
    return this.#routes;
  }

  /** Starts to fill the cache. */
  start(): void {
    this.#isStarted = true;
    this.#opened?.cacher.start();
  }

  get isReady(): boolean {
    return this.#opened?.cacher.isReady ?? true;
  }

  async ready(): Promise<void> {
    await this.#opened?.cacher.ready();
  }

  /** Whether there are objects. Does not create the cache. */
  async hasObjects(): Promise<boolean> {
    if (this.resource.definition.source) return true;
    if (this.#opened) {
      const { cacher } = this.#opened;
      await cacher.fresh();
      return cacher.state.size > 0;
    }
    const prefix = `/${this.resource.storagePrefix}/`;
    const { entries } = await this.#options.storage.range(prefix, { limit: 1, keysOnly: true });
    return entries.length > 0;
  }

  /** Calls back once there is an object in the cache, which this does not create. Returns a function that cancels it. */
  onFirstObject(callback: () => void): () => void {
    if (this.#opened) return this.#opened.cacher.onFirstEntry(callback);
    let cancel = (): void => {
      this.#onOpen?.delete(follow);
    };
    const follow = (cacher: Cacher): void => {
      cancel = cacher.onFirstEntry(callback);
    };
    this.#onOpen ??= new Set();
    this.#onOpen.add(follow);
    return () => cancel();
  }

  get openWatches(): number {
    return this.#opened?.cacher.openWatches ?? 0;
  }

  /** Whether the cache is filled, and neither holds an object nor is watched. */
  get isUnused(): boolean {
    if (!this.#opened) return false;
    const { cacher } = this.#opened;
    return cacher.isReady && cacher.state.size === 0 && cacher.openWatches === 0;
  }

  /** The average size is that of the first few objects. */
  get statistics(): ResourceStatistics {
    const { state } = this.#open().cacher;
    let [seen, bytes] = [0, 0];
    for (const { values } of state.runs('', { startKey: '', limit: sampledObjects })) {
      for (const entry of values) bytes += entry.isReadable ? entry.value.length : 0;
      seen += values.length;
    }
    return { count: state.size, averageBytes: seen === 0 ? 0 : bytes / seen };
  }

  /** Closes the cache and its watches; the storage stays open. */
  async close(): Promise<void> {
    if (!this.#opened) return;
    const { cacher, source, unfollow } = this.#opened;
    unfollow();
    this.#options.caches?.remove(`/${this.resource.storagePrefix}/`, cacher);
    await cacher.stop();
    await source?.close();
  }

  #open(): Opened {
    if (this.#opened) return this.#opened;
    const { resource } = this;
    const { clock, codecs, onError, resourceMetrics, storedAs, features, caches, cachedForm = '' } = this.#options;
    const isStored = resource.storedForm.selectableFieldsOf === 'stored objects';
    const prefix = `/${resource.storagePrefix}/`;
    const source = sourceOf(resource, this.#options);
    const cacher = new Cacher({
      storage: source ?? storageOf(resource, this.#options),
      ...(source && { onWatched: (isWatched) => source.follow(isWatched) }),
      clock,
      prefix,
      initial: caches?.takeInitial(prefix, cachedForm),
      presentation: storedPresentation(resource, source ? { codecs } : this.#options),
      indexedFields: isStored ? resource.selectableFields() : [],
      ...(onError && { onError }),
      ...(resourceMetrics && { onReadWait: resourceMetrics.readWaits(resource.groupResource) }),
    });
    if (this.#isStarted) cacher.start();
    caches?.add(prefix, cachedForm, cacher);
    const ofStorage = source ? { origin: source } : { storedAs };
    const store = new ResourceStore({ resource, cacher, clock, features, ...ofStorage });
    const endings = [
      resourceMetrics?.follow(resource.groupResource, {
        statistics: () => this.statistics,
        activity: () => cacher.activity,
      }),
      source ? undefined : this.#options.consistencyChecks?.follow(resource.groupResource, () => cacher.difference()),
    ];
    const unfollow = (): void => {
      for (const end of endings) end?.();
    };
    this.#opened = { cacher, store, source, unfollow };
    for (const follow of this.#onOpen ?? []) follow(cacher);
    this.#onOpen = undefined;
    return this.#opened;
  }
}

function sourceOf(resource: Resource, { clock, onError }: InstallOptions): SourceStorage | undefined {
  const { source } = resource.definition;
  const report = onError ?? ((error) => process.emitWarning(`the source of ${resource.definition.plural}: ${error}`));
  return source && new SourceStorage(resource, { source, clock, newUid: randomUUID, onError: report });
}

function storageOf({ groupResource }: Resource, { storage, resourceMetrics }: InstallOptions): Storage {
  const own = storage.forResource?.(groupResource) ?? storage;
  return resourceMetrics?.measured(own, groupResource) ?? own;
}
