import { randomInt, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import type { Codec } from '../../apimachinery/codec/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { notFound } from '../../apimachinery/status/index.js';
import { activeSpan, traceEvent } from '../../apimachinery/tracing/index.js';
import type { RandomIndex } from '../../apimachinery/validation/index.js';
import type {
  CacheEntry,
  Cacher,
  CacheWatch,
  CacheWatchOptions,
  ListOptions,
  ListResult,
} from '../../storage/cacher/index.js';
import type { KeyValue, PendingWrite, Revision } from '../../storage/index.js';
import { FeatureGates } from '../feature-gates/index.js';
import {
  readValue,
  refuseCorrupt,
  refuseCorruptList,
  refuseCorruptUpdate,
  refuseEncrypted,
} from './corrupt-objects.js';
import { type CreateRequest, createObject } from './create-object.js';
import { type Deleted, type DeleteRequest, deleteObject } from './delete-object.js';
import {
  type ObjectOrigin,
  type ObjectRef,
  type ObjectScope,
  ObjectStorage,
  type Overtaken,
  type StoredObject,
} from './object-storage.js';
import { createMissing, replaceObject, type Updated, type UpdateRequest } from './replace-object.js';
import type { Resource } from './resource.js';
import { StoreDependencies, stored } from './store-dependencies.js';
import { tracedGet, tracedList, tracedWatch, tracedWrite } from './store-spans.js';
import type { PreparationContext, WriteContext } from './strategy.js';
import { type Release, WriteLocks } from './write-locks.js';

export interface ResourceStoreOptions {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly clock?: Clock | undefined;
  readonly newUid?: () => string;
  /** The gates that strategies may read. Unset: those of the generic server, at their defaults. */
  readonly features?: FeatureGates | undefined;
  readonly randomIndex?: RandomIndex;
  /** How long a read waits for a revision that is not available yet. */
  readonly freshnessMilliseconds?: number;
  /** Encoding of stored objects. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
  /** Where the objects come from, if not from the store. */
  readonly origin?: ObjectOrigin | undefined;
}

/** Options of a watch; see `CacheWatchOptions`. */
export interface StoreWatchOptions extends CacheWatchOptions {
  /** Opens the watch once the store has reached this revision. */
  readonly notOlderThan?: Revision | undefined;
}

/**
 * The objects of one resource, with the logic that all kinds share: every reader and writer goes through it. Errors are
 * Status errors, except those of a watch that has been opened: these are storage errors.
 */
export class ResourceStore {
  readonly resource: Resource;
  readonly clock: Clock;
  /** The gates that strategies read. */
  readonly features: FeatureGates;
  readonly #objects: ObjectStorage;
  readonly #dependencies: StoreDependencies;
  readonly #locks: WriteLocks;
  /** Whether errors say which stored objects are corrupt, so that their deletion can be forced. */
  readonly #namesCorrupt: boolean;

  constructor(options: ResourceStoreOptions) {
    const { resource, cacher, storedAs, origin, freshnessMilliseconds = 3000 } = options;
    const { clock = systemClock, newUid = randomUUID, randomIndex = randomInt } = options;
    this.clock = clock;
    this.features = options.features ?? new FeatureGates();
    this.#namesCorrupt = this.features.isEnabled('AllowUnsafeMalformedObjectDeletion');
    this.resource = resource;
    this.#objects = new ObjectStorage(resource, cacher, { clock, freshnessMilliseconds, storedAs, origin });
    this.#locks = new WriteLocks(clock);
    const objects = this.#objects;
    this.#dependencies = new StoreDependencies({ resource, objects, now: () => clock.now(), newUid, randomIndex });
  }

  /** Whether the store was closed: its watches have ended. */
  get isClosed(): boolean {
    return this.#objects.isClosed;
  }

  /** Returns the key prefix of the objects of a namespace, or of all of them; the keys of entries begin with it. */
  prefix(namespace?: string): string {
    return this.#objects.prefix(namespace);
  }

  /** Returns the name and namespace of a listed object without decoding it. */
  refOf({ key }: { readonly key: string }): ObjectRef {
    return this.#objects.refOf(key);
  }

  /** With `notOlderThan`, the response may come from the cache without a read from the storage. */
  get(ref: ObjectRef, { notOlderThan }: { notOlderThan?: Revision } = {}): MaybePromise<StoredObject> {
    return andThen(this.#read(ref, notOlderThan), (entry) => {
      if (!entry) throw notFound(this.resource.groupResource, ref.name);
      this.#refuseUnreadable(entry);
      return stored(entry);
    });
  }

  /** The object in the cache, which may be outdated; undefined if there is none, or the cache is not filled yet. */
  cached(ref: ObjectRef): CacheEntry | undefined {
    return this.#objects.cached(ref);
  }

  /** Lists objects, by default in their newest state. The entries hold the stored bytes. */
  list(scope: ObjectScope = {}, options: ListOptions = {}): Promise<ListResult> {
    const listed = activeSpan()
      ? tracedList(this.resource, () => this.#objects.list(scope, options))
      : this.#objects.list(scope, options);
    return this.#namesCorrupt ? listed.then((list) => this.#readable(list)) : listed;
  }

  /**
   * Watches objects. The watch starts at once, so that no event from here on is missed, unless it has to wait for a
   * revision.
   */
  watch(scope: ObjectScope = {}, { notOlderThan, ...options }: StoreWatchOptions = {}): MaybePromise<CacheWatch> {
    const open = () => this.#objects.watch(scope, options);
    if (notOlderThan !== undefined) return this.#objects.waitFor(notOlderThan).then(open);
    return activeSpan() ? tracedWatch(this.resource, open) : open();
  }

  create(context: WriteContext, request: CreateRequest): Promise<StoredObject> {
    return createObject(this.#dependencies, this.#preparationContext(context), request);
  }

  /** Retries with the current state on a conflict with another write. */
  async update(origin: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated> {
    const locking = this.#locks.acquire(this.#objects.key(ref));
    const release = locking instanceof Promise ? await locking : locking;
    try {
      const change = { context: this.#preparationContext(origin), ref, release };
      if (!activeSpan()) return await this.#update(change, request);
      const target = { resource: this.resource, key: this.#objects.key(ref) };
      return await tracedWrite('GuaranteedUpdate etcd3', target, () => this.#update(change, request));
    } finally {
      release();
    }
  }

  async #update(
    { context, ref, release }: { context: PreparationContext; ref: ObjectRef; release: Release },
    request: UpdateRequest,
  ): Promise<Updated> {
    let base = this.#objects.pending(ref);
    let current = base ? base.entry : await this.#objects.find(ref);
    traceEvent('initial value restored');
    for (;;) {
      if (current) (this.#namesCorrupt ? refuseCorruptUpdate : refuseEncrypted)(current);
      const attempt = current
        ? replaceObject(this.#dependencies, { context, ref, current, onSubmitted: release }, request)
        : createMissing(this.#dependencies, { context, ref }, request);
      const outcome = await (base ? unlessLost(attempt, base) : attempt);
      if ('object' in outcome) return outcome;
      current = outcome === lost ? await this.#objects.find(ref) : outcome.current;
      base = undefined;
    }
  }

  /** Retries with the current state on a conflict with another write. */
  async delete(origin: WriteContext, ref: ObjectRef, request: DeleteRequest): Promise<Deleted> {
    const context = this.#preparationContext(origin);
    let current = await this.#read(ref);
    for (;;) {
      if (!current) throw notFound(this.resource.groupResource, ref.name);
      this.#refuseUnreadable(current);
      const outcome = await deleteObject(this.#dependencies, { context, ref, current }, request);
      if ('object' in outcome) return outcome;
      current = outcome.current;
    }
  }

  /** Removes an object whose stored bytes hold none. Returns false if there is no such object, or it can be read. */
  async removeUnreadable(ref: ObjectRef): Promise<boolean> {
    for (;;) {
      const current = await this.#objects.find(ref);
      if (!current || isReadable(current)) return false;
      if (await this.#objects.discard(ref, current)) return true;
    }
  }

  #read(ref: ObjectRef, notOlderThan?: Revision): MaybePromise<KeyValue | undefined> {
    if (!activeSpan()) return this.#objects.find(ref, notOlderThan);
    return tracedGet(this.#objects.key(ref), notOlderThan, () => this.#objects.find(ref, notOlderThan));
  }

  #refuseUnreadable(entry: KeyValue): void {
    (this.#namesCorrupt ? refuseCorrupt : refuseEncrypted)(entry);
  }

  async #readable(list: ListResult): Promise<ListResult> {
    await refuseCorruptList(this.resource, list.entries);
    return list;
  }

  #preparationContext(context: WriteContext): PreparationContext {
    return { ...context, features: this.features };
  }
}

/** The write on which an attempt was based is lost. */
const lost: Overtaken = { current: undefined };

/** The outcome of an attempt, also an error, is known to clients only when the write on which it is based is durable. */
async function unlessLost<Outcome>(attempt: Promise<Outcome>, base: PendingWrite): Promise<Outcome | Overtaken> {
  const [outcome] = await Promise.allSettled([attempt]);
  if (!(await base.durable)) return lost;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

function isReadable(current: KeyValue): boolean {
  const read = readValue(current);
  return 'value' in read && read.value.length > 0;
}
