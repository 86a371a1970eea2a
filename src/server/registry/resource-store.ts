import { randomInt, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import type { Codec } from '../../apimachinery/codec/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { notFound } from '../../apimachinery/status/index.js';
import type { RandomIndex } from '../../apimachinery/validation/index.js';
import type { Cacher } from '../../storage/cacher/index.js';
import type { Revision } from '../../storage/index.js';
import { type CreateRequest, createObject } from './create-object.js';
import { type Deleted, type DeleteRequest, deleteObject } from './delete-object.js';
import { type ObjectRef, ObjectStorage, type StoredObject } from './object-storage.js';
import { createMissing, replaceObject, type Updated, type UpdateRequest } from './replace-object.js';
import type { Resource } from './resource.js';
import { StoreDependencies, stored } from './store-dependencies.js';
import type { WriteContext } from './strategy.js';

export interface ResourceStoreOptions {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly clock?: Clock | undefined;
  readonly newUid?: () => string;
  readonly randomIndex?: RandomIndex;
  /** How long a read waits for a revision that is not available yet. */
  readonly freshnessMilliseconds?: number;
  /** Encoding of stored objects. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
}

/** The objects of one resource, with the create, update and delete logic that all kinds share. */
export class ResourceStore {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly table: ObjectStorage;
  readonly clock: Clock;
  readonly #parts: StoreDependencies;

  constructor(options: ResourceStoreOptions) {
    const { resource, cacher, storedAs, freshnessMilliseconds = 3000 } = options;
    const { clock = systemClock, newUid = randomUUID, randomIndex = randomInt } = options;
    this.clock = clock;
    this.resource = resource;
    this.cacher = cacher;
    this.table = new ObjectStorage(resource, cacher, { clock, freshnessMilliseconds, storedAs });
    this.#parts = new StoreDependencies({ resource, table: this.table, now: () => clock.now(), newUid, randomIndex });
  }

  /** With `notOlderThan`, the response may come from the cache without a read from the storage. */
  get(ref: ObjectRef, { notOlderThan }: { notOlderThan?: Revision } = {}): MaybePromise<StoredObject> {
    return andThen(this.table.find(ref, notOlderThan), (entry) => {
      if (!entry) throw notFound(this.resource.groupResource, ref.name);
      return stored(entry);
    });
  }

  create(context: WriteContext, request: CreateRequest): Promise<StoredObject> {
    return createObject(this.#parts, context, request);
  }

  /** Retries with the current state on a conflict with another write. */
  async update(context: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated> {
    let current = await this.table.find(ref);
    for (;;) {
      const outcome = current
        ? await replaceObject(this.#parts, { context, ref, current }, request)
        : await createMissing(this.#parts, { context, ref }, request);
      if ('object' in outcome) return outcome;
      current = outcome.current;
    }
  }

  /** Retries with the current state on a conflict with another write. */
  async delete(context: WriteContext, ref: ObjectRef, request: DeleteRequest): Promise<Deleted> {
    let current = await this.table.find(ref);
    for (;;) {
      if (!current) throw notFound(this.resource.groupResource, ref.name);
      const outcome = await deleteObject(this.#parts, { context, ref, current }, request);
      if ('object' in outcome) return outcome;
      current = outcome.current;
    }
  }
}
