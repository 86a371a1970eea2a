import { type Clock, sleep } from '../../apimachinery/clock/index.js';
import type { Codec } from '../../apimachinery/codec/index.js';
import { runYielding } from '../../apimachinery/event-loop/index.js';
import { comparingJson, type JsonObject, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import { traceEvent } from '../../apimachinery/tracing/index.js';
import { checkPathSegmentName } from '../../apimachinery/validation/index.js';
import type {
  CacheEntry,
  Cacher,
  CacheWatch,
  CacheWatchOptions,
  ListOptions,
  ListResult,
} from '../../storage/cacher/index.js';
import {
  type Committed,
  isStorageError,
  type KeyValue,
  type Operation,
  type PendingWrite,
  type PutOperation,
  type Revision,
} from '../../storage/index.js';
import type { Resource } from './resource.js';
import { tooLargeResourceVersion, toStatusError } from './storage-status.js';
import { digestOf, encodeStored, encodeStoredYielding, withoutRevision } from './stored-object.js';

/** An object of a resource. The namespace is empty for cluster-scoped resources. */
export interface ObjectRef {
  readonly namespace: string;
  readonly name: string;
}

/** A stored object: its bytes, ready to send, in the storage version. */
export interface StoredObject {
  readonly value: Buffer;
  readonly revision: Revision;
}

/** The write conflicted with another one; this is the current state. */
export interface Overtaken {
  readonly current: KeyValue | undefined;
}

interface PutWithAttributes extends PutOperation {
  readonly attributes?: ReturnType<Resource['attributesOf']>;
}

/** A part of the objects: those of a namespace, or one of them; unset: all. */
export interface ObjectScope {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** Interval at which the current revision is polled. */
const pollMilliseconds = 25;

interface PutOptions {
  readonly expect: Revision;
  readonly ttlSeconds?: number | undefined;
  /** Whether the object is stored without its managed fields if it is too large with them. */
  readonly mayDropManagedFields?: boolean | undefined;
  /** Called when the write is decided, if the storage does that at once. */
  readonly onSubmitted?: (() => void) | undefined;
}

export interface ObjectStorageOptions {
  readonly clock: Clock;
  /** How long a read waits for a revision that is not available yet. */
  readonly freshnessMilliseconds: number;
  /** Encoding of stored objects. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
  /** Where the objects come from, if not from the store. */
  readonly origin?: ObjectOrigin | undefined;
}

/** Has the current objects, which a storage only mirrors. */
export interface ObjectOrigin {
  /** Brings the mirror up to date; returns the revision at which it is. */
  currentRevision(): Promise<Revision>;
  /** The same for one object. */
  revisionOf(ref: ObjectRef): Promise<Revision>;
}

/** The stored objects of one resource: keys, bytes and revisions. Converts storage errors to Status errors. */
export class ObjectStorage {
  readonly #resource: Resource;
  readonly #cacher: Cacher;
  readonly #options: ObjectStorageOptions;

  constructor(resource: Resource, cacher: Cacher, options: ObjectStorageOptions) {
    this.#resource = resource;
    this.#cacher = cacher;
    this.#options = options;
  }

  /** Returns the key prefix of the objects of a namespace, or of all of them. */
  prefix(namespace = ''): string {
    const base = `/${this.#resource.storagePrefix}/`;
    return namespace === '' || !this.#resource.isNamespaced ? base : `${base}${namespace}/`;
  }

  /** Parses the key of an object. */
  refOf(key: string): ObjectRef {
    const path = key.slice(this.prefix().length);
    const slash = path.indexOf('/');
    return { namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
  }

  /** The object in the cache, which may be outdated; undefined if there is none, or the cache is not filled yet. */
  cached(ref: ObjectRef): CacheEntry | undefined {
    return this.#cacher.isReady ? this.#cacher.state.get(this.key(ref)) : undefined;
  }

  async list({ namespace, name }: ObjectScope, options: ListOptions): Promise<ListResult> {
    try {
      if (options.notOlderThan !== undefined) {
        await this.#options.origin?.currentRevision();
        await this.waitFor(options.notOlderThan);
      }
      return await this.#cacher.list(this.prefix(namespace) + (name ?? ''), options);
    } catch (error) {
      throw toStatusError(error);
    }
  }

  watch({ namespace, name }: ObjectScope, options: CacheWatchOptions): CacheWatch {
    const prefix = this.prefix(namespace);
    return this.#cacher.watchChanges(name === undefined ? { prefix } : { key: prefix + name }, options);
  }

  get isClosed(): boolean {
    return this.#cacher.isClosed;
  }

  /** Throws `badRequest` for a name that is not a valid path segment. */
  key({ namespace, name }: ObjectRef): string {
    const problems = checkPathSegmentName(name);
    if (problems.length > 0) {
      throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`);
    }
    return this.prefix(namespace) + name;
  }

  /** The newest write of the object, if it is decided but not durable: the base for a further write. */
  pending(ref: ObjectRef): PendingWrite | undefined {
    return this.#cacher.pending?.(this.key(ref));
  }

  /** Synchronous if the cache is known to be up to date, which is always so with embedded storage. */
  find(ref: ObjectRef, notOlderThan?: Revision): MaybePromise<KeyValue | undefined> {
    const key = this.key(ref);
    const { origin } = this.#options;
    if (origin) return this.#findAtOrigin(origin, ref, notOlderThan);
    if (notOlderThan === undefined && this.#cacher.isUpToDate) {
      const entry = this.#cacher.state.get(key);
      if (!entry || !this.#cacher.isOutdated(entry)) return entry;
    }
    return this.#findLater(key, notOlderThan);
  }

  async #findAtOrigin(
    origin: ObjectOrigin,
    ref: ObjectRef,
    notOlderThan: Revision = 0n,
  ): Promise<KeyValue | undefined> {
    try {
      const current = await origin.revisionOf(ref);
      if (notOlderThan > current) await this.waitFor(notOlderThan);
      return await this.#cachedSince(this.key(ref), notOlderThan > current ? notOlderThan : current);
    } catch (error) {
      throw toStatusError(error);
    }
  }

  async #findLater(key: string, notOlderThan?: Revision): Promise<KeyValue | undefined> {
    try {
      if (notOlderThan === undefined) return (await this.#cacher.get(key)).entry;
      await this.waitFor(notOlderThan);
      return await this.#cachedSince(key, notOlderThan);
    } catch (error) {
      throw toStatusError(error);
    }
  }

  async #cachedSince(key: string, notOlderThan: Revision): Promise<KeyValue | undefined> {
    const { entries } = await this.#cacher.list(key, { notOlderThan, limit: 1 });
    return entries[0]?.key === key ? entries[0] : undefined;
  }

  /** Resolves when the store has reached the revision; 0: any. Throws `tooLargeResourceVersion` on timeout. */
  async waitFor(revision: Revision): Promise<void> {
    if (revision === 0n) return;
    const { clock } = this.#options;
    const deadline = clock.monotonic() + this.#options.freshnessMilliseconds;
    for (;;) {
      const current = await this.#cacher.currentRevision();
      if (current >= revision) return;
      if (clock.monotonic() >= deadline) throw tooLargeResourceVersion(revision, current);
      await sleep(clock, pollMilliseconds);
    }
  }

  /** The object must be in the storage version. */
  async put(ref: ObjectRef, object: JsonObject, options: PutOptions): Promise<StoredObject | Overtaken> {
    try {
      return await this.#put(ref, object, options);
    } catch (error) {
      const { managedFields, ...metadata } = mutableMetadataOf(object);
      const isSmaller = options.mayDropManagedFields === true && managedFields !== undefined;
      if (!isSmaller || !isStorageError(error, 'too-large')) throw toStatusError(error);
      return this.put(ref, { ...object, metadata }, options);
    }
  }

  async #put(
    ref: ObjectRef,
    object: JsonObject,
    { expect, ttlSeconds, onSubmitted }: PutOptions,
  ): Promise<StoredObject | Overtaken> {
    traceEvent('About to Encode');
    const encoded = encodeStoredYielding(object);
    const value = encoded instanceof Promise ? await encoded : encoded;
    traceEvent('Encode succeeded', { len: value.length });
    const ttl = ttlSeconds === undefined ? {} : { ttlSeconds };
    const key = this.key(ref);
    const committing = this.#commit({ type: 'put', key, expect, ...this.#written(object, value), ...ttl });
    traceEvent('TransformToStorage succeeded');
    if (expect > 0n) traceEvent('Transaction prepared');
    if (this.#cacher.pending) onSubmitted?.();
    const outcome = await committing;
    traceEvent(expect > 0n ? 'Txn call completed' : 'Txn call succeeded');
    if ('current' in outcome) return outcome;
    if (expect > 0n) traceEvent('Transaction committed');
    const presented = this.present(outcome.value ?? value, outcome.revision);
    traceEvent('decode succeeded', { len: presented.value.length });
    return presented;
  }

  /** Returns the last state of the object, with the revision of its deletion. `onSubmitted`: see `PutOptions`. */
  async remove(ref: ObjectRef, current: KeyValue, onSubmitted?: () => void): Promise<StoredObject | Overtaken> {
    const key = this.key(ref);
    try {
      const committing = this.#commit({ type: 'delete', key, expect: current.modRevision });
      if (this.#cacher.pending) onSubmitted?.();
      const outcome = await committing;
      return 'current' in outcome ? outcome : this.present(current.value, outcome.revision);
    } catch (error) {
      throw toStatusError(error);
    }
  }

  /** Removes an object without reading it. Returns false if it was changed meanwhile. */
  async discard(ref: ObjectRef, { modRevision }: KeyValue): Promise<boolean> {
    const outcome = await this.#commit({ type: 'delete', key: this.key(ref), expect: modRevision });
    return !('current' in outcome);
  }

  present(value: Buffer, revision: Revision): StoredObject {
    return { value: this.#cacher.present(value, revision), revision };
  }

  /** Whether writing the object would not change what is stored. `before`: what is stored, as readers receive it. */
  async isUnchanged(
    object: JsonObject,
    { before, current }: { before: JsonObject; current: KeyValue },
  ): Promise<boolean> {
    const written = this.writtenFor(object);
    if (!current.stale) return runYielding(comparingJson(written, before));
    if (current.storedDigest === undefined) return false;
    return digestOf(this.#cacher.present(encodeStored(written), current.modRevision)) === current.storedDigest;
  }

  /** What is written for an object of the storage version. */
  writtenFor(object: JsonObject): JsonObject {
    return this.#resource.storedForm.writtenFor?.(object) ?? object;
  }

  /** Passes attributes along only if the bytes are those that the cache holds; otherwise the cache computes them. */
  #written(object: JsonObject, value: Buffer): Pick<PutWithAttributes, 'value' | 'attributes'> {
    const { storedAs } = this.#options;
    const { storedIn } = this.#resource.definition;
    const written = this.writtenFor(object);
    if (storedIn) return { value: encodeStored(storedIn.convert(object)) };
    if (storedAs) return { value: storedAs.encode(withoutRevision(written)) };
    if (written !== object) return { value: encodeStored(written) };
    return { value, attributes: this.#resource.attributesOf(object) };
  }

  async #commit(
    operation: PutWithAttributes | Exclude<Operation, PutOperation>,
  ): Promise<Pick<Committed, 'revision' | 'value'> | Overtaken> {
    const result = await this.#cacher.commit([operation]);
    return result.committed ? result : { current: result.current[0] };
  }
}
