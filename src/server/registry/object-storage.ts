import { type Clock, sleep } from '../../apimachinery/clock/index.js';
import type { Codec } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import { checkPathSegmentName } from '../../apimachinery/validation/index.js';
import type { Cacher } from '../../storage/cacher/index.js';
import type { KeyValue, Operation, PutOperation, Revision } from '../../storage/index.js';
import type { Resource } from './resource.js';
import { tooLargeResourceVersion, toStatusError } from './storage-status.js';
import { encodeStored, withoutRevision } from './stored-object.js';

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

/** Interval at which the current revision is polled. */
const pollMilliseconds = 25;

export interface ObjectTableOptions {
  readonly clock: Clock;
  /** How long a read waits for a revision that is not available yet. */
  readonly freshnessMilliseconds: number;
  /** Encoding of stored objects. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
}

/** The stored objects of one resource: keys, bytes and revisions. Converts storage errors to Status errors. */
export class ObjectStorage {
  readonly #resource: Resource;
  readonly #cacher: Cacher;
  readonly #options: ObjectTableOptions;

  constructor(resource: Resource, cacher: Cacher, options: ObjectTableOptions) {
    this.#resource = resource;
    this.#cacher = cacher;
    this.#options = options;
  }

  /** Returns the key prefix of the objects of a namespace, or of all of them. */
  prefix(namespace = ''): string {
    const base = `/${this.#resource.storagePrefix}/`;
    return namespace === '' || !this.#resource.isNamespaced ? base : `${base}${namespace}/`;
  }

  /** Throws `badRequest` for a name that is not a valid path segment. */
  key({ namespace, name }: ObjectRef): string {
    const problems = checkPathSegmentName(name);
    if (problems.length > 0) {
      throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`);
    }
    return this.prefix(namespace) + name;
  }

  /** Synchronous if the cache is known to be up to date, which is always so with embedded storage. */
  find(ref: ObjectRef, notOlderThan?: Revision): MaybePromise<KeyValue | undefined> {
    const key = this.key(ref);
    const isNewest = notOlderThan === undefined && this.#cacher.isUpToDate;
    return isNewest ? this.#cacher.state.get(key) : this.#findLater(key, notOlderThan);
  }

  async #findLater(key: string, notOlderThan?: Revision): Promise<KeyValue | undefined> {
    try {
      if (notOlderThan === undefined) return (await this.#cacher.get(key)).entry;
      await this.waitFor(notOlderThan);
      const { entries } = await this.#cacher.list(key, { notOlderThan, limit: 1 });
      return entries[0]?.key === key ? entries[0] : undefined;
    } catch (error) {
      throw toStatusError(error);
    }
  }

  /** Resolves when the store has reached the revision. Throws `tooLargeResourceVersion` on timeout. */
  async waitFor(revision: Revision): Promise<void> {
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
  async put(
    ref: ObjectRef,
    object: JsonObject,
    { expect, ttlSeconds }: { expect: Revision; ttlSeconds?: number | undefined },
  ): Promise<StoredObject | Overtaken> {
    const value = encodeStored(object);
    const ttl = ttlSeconds === undefined ? {} : { ttlSeconds };
    const outcome = await this.#commit({
      type: 'put',
      key: this.key(ref),
      expect,
      ...this.#written(object, value),
      ...ttl,
    });
    return 'current' in outcome ? outcome : this.present(value, outcome.revision);
  }

  /** Returns the last state of the object, with the revision of its deletion. */
  async remove(ref: ObjectRef, current: KeyValue): Promise<StoredObject | Overtaken> {
    const outcome = await this.#commit({ type: 'delete', key: this.key(ref), expect: current.modRevision });
    return 'current' in outcome ? outcome : this.present(current.value, outcome.revision);
  }

  present(value: Buffer, revision: Revision): StoredObject {
    return { value: this.#cacher.present(value, revision), revision };
  }

  /** Passes attributes along only if the bytes are those that the cache holds; otherwise the cache computes them. */
  #written(object: JsonObject, value: Buffer): Pick<PutWithAttributes, 'value' | 'attributes'> {
    const { storedAs } = this.#options;
    if (storedAs) return { value: storedAs.encode(withoutRevision(object)) };
    return { value, attributes: this.#resource.attributesOf(object) };
  }

  async #commit(
    operation: PutWithAttributes | Exclude<Operation, PutOperation>,
  ): Promise<{ revision: Revision } | Overtaken> {
    try {
      const result = await this.#cacher.commit([operation]);
      return result.committed ? { revision: result.revision } : { current: result.current[0] };
    } catch (error) {
      throw toStatusError(error);
    }
  }
}
