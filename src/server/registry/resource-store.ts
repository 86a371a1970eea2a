import { randomInt, randomUUID } from 'node:crypto';
import { withoutNewTimes } from '../../apimachinery/apply/index.js';
import {
  type DeleteOptions,
  isBeingDeleted,
  type JsonObject,
  jsonEqual,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import {
  alreadyExists,
  generateNameConflict,
  invalid,
  isAlreadyExists,
  notFound,
  StatusError,
} from '../../apimachinery/status/index.js';
import { FieldPath, generateName, invalidValue, type RandomIndex } from '../../apimachinery/validation/index.js';
import type { Cacher } from '../../storage/cacher/index.js';
import type { KeyValue, Revision } from '../../storage/index.js';
import { deletionStep, isReleased } from './deletion.js';
import { type ObjectRef, ObjectTable, type Overtaken, type StoredObject } from './object-table.js';
import { checkDeletion, checkReplacedUid, checkVersion, parseRevision, unexplained } from './preconditions.js';
import type { Resource } from './resource.js';
import { decodeStored, encodeStored } from './stored-object.js';
import type { Strategy } from './strategy.js';
import { newObject, replacementOf, type WriteContext } from './write-preparation.js';

export interface CreateRequest {
  /** In the working version, decoded, with defaults. */
  readonly object: JsonObject;
  /** The version that the client speaks. */
  readonly version: string;
  /** The last word before the object is stored, such as validating admission; throws to refuse. */
  readonly admit?: (object: JsonObject) => Promise<void>;
}

export interface UpdateRequest {
  readonly version: string;
  /** Makes the new object of the live one, which it must not change; undefined: there is none. May be called again. */
  readonly change: (live: JsonObject | undefined) => Promise<JsonObject>;
  readonly strategy?: Strategy;
  readonly createIfMissing?: boolean;
  /** That of the object that is to be replaced, where the client says it. */
  readonly uid?: string | undefined;
  readonly admit?: (object: JsonObject, old: JsonObject | undefined) => Promise<void>;
}

export interface DeleteRequest {
  readonly options: DeleteOptions;
  /** Throws to refuse. May be called again. */
  readonly admit?: (live: JsonObject) => Promise<void>;
}

export interface Updated {
  readonly object: StoredObject;
  readonly created: boolean;
}

export interface Deleted {
  /** The object as it last was, or as it is while it waits for finalizers or its grace period. */
  readonly object: StoredObject;
  readonly isGone: boolean;
  /** Whether clients are shown the object, or told of the success. */
  readonly answer: 'object' | 'status';
}

export interface ResourceStoreOptions {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly now?: () => number;
  readonly newUid?: () => string;
  readonly randomIndex?: RandomIndex;
  /** How long a read waits for a revision that is yet to come. */
  readonly freshnessMilliseconds?: number;
}

/** A generated name that is taken is tried again this often. */
const generateNameTries = 8;

/** The objects of one resource: what happens to every object, whatever its kind, happens here. */
export class ResourceStore {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly table: ObjectTable;
  readonly #now: () => number;
  readonly #newUid: () => string;
  readonly #randomIndex: RandomIndex;

  constructor(options: ResourceStoreOptions) {
    this.resource = options.resource;
    this.cacher = options.cacher;
    this.table = new ObjectTable(options.resource, options.cacher, options.freshnessMilliseconds ?? 3000);
    this.#now = options.now ?? Date.now;
    this.#newUid = options.newUid ?? randomUUID;
    this.#randomIndex = options.randomIndex ?? randomInt;
  }

  /** `notOlderThan` allows an answer from the cache without asking the store for the newest. */
  async get(ref: ObjectRef, { notOlderThan }: { notOlderThan?: Revision } = {}): Promise<StoredObject> {
    const entry = await this.table.find(ref, notOlderThan);
    if (!entry) throw notFound(this.resource.groupResource, ref.name);
    return stored(entry);
  }

  async create(context: WriteContext, request: CreateRequest): Promise<StoredObject> {
    const { generateName: base = '', name = '' } = metadataOf(request.object);
    if (name !== '' || base === '') return this.#create(context, request);
    for (let attempt = 1; ; attempt++) {
      const named = withName(request.object, generateName(base, this.#randomIndex));
      try {
        return await this.#create(context, { ...request, object: named });
      } catch (error) {
        if (!isAlreadyExists(error) || attempt === generateNameTries) throw error;
      }
    }
  }

  async update(context: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated> {
    let current = await this.table.find(ref);
    for (;;) {
      const outcome = current
        ? await this.#replace(context, ref, { ...request, current })
        : await this.#createMissing(context, ref, request);
      if ('object' in outcome) return outcome;
      current = outcome.current;
    }
  }

  async delete(context: WriteContext, ref: ObjectRef, request: DeleteRequest): Promise<Deleted> {
    let current = await this.table.find(ref);
    for (;;) {
      if (!current) throw notFound(this.resource.groupResource, ref.name);
      const outcome = await this.#delete(context, ref, { ...request, current });
      if ('object' in outcome) return outcome;
      current = outcome.current;
    }
  }

  async #create(context: WriteContext, { object: given, version, admit }: CreateRequest): Promise<StoredObject> {
    const object = newObject(given, this.#preparation(context, version), { uid: this.#newUid(), now: this.#now() });
    await admit?.(object);
    const { name = '', resourceVersion = '', generateName: base = '' } = metadataOf(object);
    const ref = { namespace: context.namespace, name };
    const converted = await this.resource.convert(object, this.resource.storageVersion);
    if (context.dryRun) {
      const current = await this.table.find(ref);
      if (current) throw this.#taken(current, ref, base);
      return { value: encodeStored(converted), revision: 0n };
    }
    if (isRevision(resourceVersion)) throw unexplained('resourceVersion should not be set on objects to be created');
    const ttlSeconds = this.#strategy().ttlSeconds?.(object);
    const outcome = await this.table.put(ref, converted, { expect: 0n, ttlSeconds });
    if ('value' in outcome) return outcome;
    throw this.#taken(outcome.current, ref, base);
  }

  /** The name is in use. */
  #taken(current: KeyValue | undefined, { name }: ObjectRef, base: string): StatusError {
    const { groupResource } = this.resource;
    const error = base === '' ? alreadyExists(groupResource, name) : generateNameConflict(groupResource, name, 1);
    if (!current || !isBeingDeleted(metadataOf(decodeStored(current.value)))) return error;
    return new StatusError({ ...error.status, message: `object is being deleted: ${error.message}` });
  }

  async #createMissing(context: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated | Overtaken> {
    const { uid, version, admit } = request;
    if (!request.createIfMissing) throw notFound(this.resource.groupResource, ref.name);
    checkReplacedUid(this.resource, { key: this.table.key(ref), name: ref.name, uid, live: undefined });
    const object = withoutVersion(await request.change(undefined));
    try {
      const created = await this.#create(context, {
        object,
        version,
        ...(admit && { admit: (admitted) => admit(admitted, undefined) }),
      });
      return { object: created, created: true };
    } catch (error) {
      const current = isAlreadyExists(error) ? await this.table.find(ref) : undefined;
      if (!current) throw error;
      return { current };
    }
  }

  async #replace(
    context: WriteContext,
    ref: ObjectRef,
    request: UpdateRequest & { current: KeyValue },
  ): Promise<Updated | Overtaken> {
    const { current, strategy = this.#strategy(), version } = request;
    const before = decodeStored(current.value);
    const live = await this.resource.convert(before, this.resource.workingVersion(version));
    checkReplacedUid(this.resource, { key: this.table.key(ref), name: ref.name, uid: request.uid, live });
    const given = this.#withCurrentVersion(await request.change(live), ref, { current, strategy });
    const preparation = { ...this.#preparation(context, version), strategy };
    const object = withoutNewTimes(live, replacementOf(given, live, preparation));
    await request.admit?.(object, live);
    const after = await this.resource.convert(object, this.resource.storageVersion);
    if (isReleased({ object, old: live }, strategy)) return this.#release(context, ref, { object: after, current });
    if (!current.stale && jsonEqual(after, before)) return { object: stored(current), created: false };
    if (context.dryRun) return { object: this.table.present(encodeStored(after), current.modRevision), created: false };
    const ttlSeconds = strategy.ttlSeconds?.(object);
    const outcome = await this.table.put(ref, after, { expect: current.modRevision, ttlSeconds });
    return 'value' in outcome ? { object: outcome, created: false } : outcome;
  }

  /** The object, with the resourceVersion that is current. Throws `conflict` where it has another one. */
  #withCurrentVersion(
    given: JsonObject,
    { name }: ObjectRef,
    { current, strategy }: { current: KeyValue; strategy: Strategy },
  ): JsonObject {
    const { resourceVersion: sent } = metadataOf(given);
    const hasVersion = checkVersion(this.resource, { name, sent, current: current.modRevision });
    if (!hasVersion && strategy.allowUnconditionalUpdate === false) {
      const path = FieldPath.of('metadata', 'resourceVersion');
      const { group, resource } = this.resource.groupResource;
      throw invalid({ group, kind: resource }, name, [invalidValue(path, 0, 'must be specified for an update')]);
    }
    return { ...given, metadata: { ...mutableMetadataOf(given), resourceVersion: String(current.modRevision) } };
  }

  /** Nothing holds the object any more: instead of being replaced, it goes. Clients are shown what would have been. */
  async #release(
    context: WriteContext,
    ref: ObjectRef,
    { object, current }: { object: JsonObject; current: KeyValue },
  ): Promise<Updated | Overtaken> {
    const outcome = context.dryRun ? undefined : await this.table.remove(ref, current);
    if (outcome && 'current' in outcome) return outcome;
    return { object: this.table.present(encodeStored(object), current.modRevision), created: false };
  }

  async #delete(
    context: WriteContext,
    ref: ObjectRef,
    { options, admit, current }: DeleteRequest & { current: KeyValue },
  ): Promise<Deleted | Overtaken> {
    const live = await this.resource.convert(decodeStored(current.value), this.#deletionVersion());
    const strategy = this.#strategy();
    checkDeletion(this.resource, live, options.preconditions);
    const step = deletionStep(live, options, { strategy, now: this.#now });
    const answer = strategy.returnsDeletedObject ? 'object' : 'status';
    if (step.type === 'pending') return { object: stored(current), isGone: false, answer };
    await admit?.(live);
    if (step.type === 'mark') {
      const marked = await this.#mark(context, ref, { object: step.object, live, current });
      if ('current' in marked) return marked;
      if (!step.thenRemove || context.dryRun) return { object: marked, isGone: step.thenRemove, answer: 'object' };
      const last = { ...current, value: marked.value, modRevision: marked.revision };
      const outcome = await this.table.remove(ref, last);
      return 'value' in outcome ? { object: outcome, isGone: true, answer } : outcome;
    }
    if (context.dryRun) return { object: stored(current), isGone: true, answer };
    const outcome = await this.table.remove(ref, current);
    return 'value' in outcome ? { object: outcome, isGone: true, answer } : outcome;
  }

  async #mark(
    context: WriteContext,
    ref: ObjectRef,
    { object, live, current }: { object: JsonObject; live: JsonObject; current: KeyValue },
  ): Promise<StoredObject | Overtaken> {
    if (jsonEqual(object, live)) return stored(current);
    const after = await this.resource.convert(object, this.resource.storageVersion);
    if (context.dryRun) return this.table.present(encodeStored(after), current.modRevision);
    return this.table.put(ref, after, { expect: current.modRevision });
  }

  /** Deletions are the same in all versions: strategies see the working version, or else the stored one. */
  #deletionVersion(): string {
    return this.resource.workingVersion(this.resource.storageVersion);
  }

  #preparation(context: WriteContext, version: string) {
    return { resource: this.resource, strategy: this.#strategy(), context, version };
  }

  #strategy(): Strategy {
    return this.resource.definition.strategy ?? noStrategy;
  }
}

const noStrategy: Strategy = {};

function stored({ value, modRevision }: KeyValue): StoredObject {
  return { value, revision: modRevision };
}

function withName(object: JsonObject, name: string): JsonObject {
  return { ...object, metadata: { ...mutableMetadataOf(object), name } };
}

function withoutVersion(object: JsonObject): JsonObject {
  const { resourceVersion: _, ...metadata } = mutableMetadataOf(object);
  return { ...object, metadata };
}

function isRevision(resourceVersion: string): boolean {
  const revision = resourceVersion === '' ? 0n : parseRevision(resourceVersion);
  return typeof revision === 'bigint' && revision > 0n;
}
