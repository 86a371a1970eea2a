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
import { WriteLocks } from './write-locks.js';

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
  update(origin: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated> {
    const context = this.#preparationContext(origin);
    const read = () => this.#objects.find(ref);
    const update = () =>
      this.#untilNotOvertaken<Updated>(ref, read, ({ current, onSubmitted }) => {
        traceEvent('initial value restored');
        if (!current) return createMissing(this.#dependencies, { context, ref }, request);
        (this.#namesCorrupt ? refuseCorruptUpdate : refuseEncrypted)(current);
        return replaceObject(this.#dependencies, { context, ref, current, onSubmitted }, request);
      });
    if (!activeSpan()) return update();
    return tracedWrite('GuaranteedUpdate etcd3', { resource: this.resource, key: this.#objects.key(ref) }, update);
  }

  /** Retries with the current state on a conflict with another write. */
  delete(origin: WriteContext, ref: ObjectRef, request: DeleteRequest): Promise<Deleted> {
    const context = this.#preparationContext(origin);
    const read = () => this.#read(ref);
    return this.#untilNotOvertaken<Deleted>(ref, read, async ({ current, onSubmitted }) => {
      if (!current) throw notFound(this.resource.groupResource, ref.name);
      this.#refuseUnreadable(current);
      return deleteObject(this.#dependencies, { context, ref, current, onSubmitted }, request);
    });
  }

  /**
   * Attempts a write with the newest state of the object until no other write has come first. Writers that were
   * overtaken go before those that have not begun, so that each one succeeds in the end, however many there are.
   */
  async #untilNotOvertaken<Outcome extends { readonly object: StoredObject }>(
    ref: ObjectRef,
    read: () => MaybePromise<KeyValue | undefined>,
    attempt: (base: WriteBase) => Promise<Outcome | Overtaken>,
  ): Promise<Outcome> {
    const key = this.#objects.key(ref);
    let overtaken: Overtaken | undefined;
    for (;;) {
      const locking = this.#locks.acquire(key, { isRetry: overtaken !== undefined });
      const known = locking instanceof Promise || overtaken === lost ? undefined : overtaken;
      const release = locking instanceof Promise ? await locking : locking;
      try {
        const base = this.#objects.pending(ref);
        const { current } = base ? { current: base.entry } : (known ?? { current: await read() });
        const attempted = attempt({ current, onSubmitted: release });
        const outcome = await (base ? unlessLost(attempted, base) : attempted);
        if ('object' in outcome) return outcome;
        overtaken = outcome;
      } finally {
        release();
      }
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

/** The state of an object for which a write is attempted. */
interface WriteBase {
  /** Undefined if there is no such object. */
  readonly current: KeyValue | undefined;
  /** Called when the write is decided, so that the next one can be based on it. */
  readonly onSubmitted: () => void;
}

/** The write on which an attempt was based is lost. */
const lost: Overtaken = { current: undefined };

/**
 * The outcome of an attempt, also an error, is known to clients only when the write on which it is based is durable.
 */
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
