import { randomInt, randomUUID } from 'node:crypto';
import {
  type DeleteOptions,
  formatTime,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
  type Preconditions,
} from '../../apimachinery/meta/index.js';
import { alreadyExists, conflict, generateNameConflict, invalid, notFound } from '../../apimachinery/status/index.js';
import {
  type FieldError,
  FieldPath,
  generateName,
  invalidValue,
  nameIsDnsSubdomain,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../apimachinery/validation/index.js';
import type { CacheEntry, Cacher } from '../../storage/cacher/index.js';
import type { KeyValue, Operation, Revision } from '../../storage/index.js';
import { deletionStep, isReleased } from './deletion.js';
import type { Resource } from './resource.js';
import { toStatusError } from './storage-status.js';
import { decodeStored, encodeStored } from './stored-object.js';
import type { Strategy, StrategyContext } from './strategy.js';

/** An object of a resource. The namespace is empty for resources of the cluster. */
export interface ObjectRef {
  readonly namespace: string;
  readonly name: string;
}

/** What the store learns of a request. */
export interface WriteContext extends StrategyContext {
  warn(message: string): void;
}

export interface CreateRequest {
  /** In the working version, decoded, with defaults. */
  readonly object: JsonObject;
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
  readonly preconditions?: Preconditions;
  readonly admit?: (object: JsonObject, old: JsonObject | undefined) => Promise<void>;
  readonly admitCreate?: (object: JsonObject) => Promise<JsonObject>;
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

/** An object as it is stored: its bytes ready to send, in the storage version. */
export interface StoredObject {
  readonly value: Buffer;
  readonly revision: Revision;
}

export interface Deleted {
  /** The object as it last was, or as it is while it waits for finalizers or its grace period. */
  readonly object: StoredObject;
  readonly isGone: boolean;
}

export interface ResourceStoreOptions {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly now?: () => number;
  readonly newUid?: () => string;
}

/** A generated name that is taken is tried again this often. */
const generateNameTries = 8;

/** The objects of one resource: what happens to every object, whatever its kind, happens here. */
export class ResourceStore {
  readonly resource: Resource;
  readonly cacher: Cacher;
  readonly #now: () => number;
  readonly #newUid: () => string;

  constructor({ resource, cacher, now = Date.now, newUid = randomUUID }: ResourceStoreOptions) {
    this.resource = resource;
    this.cacher = cacher;
    this.#now = now;
    this.#newUid = newUid;
  }

  /** Below which the objects of a namespace, or all of them, are stored. */
  prefix(namespace = ''): string {
    const base = `/${this.resource.storagePrefix}/`;
    return namespace === '' ? base : `${base}${namespace}/`;
  }

  key({ namespace, name }: ObjectRef): string {
    return this.prefix(this.resource.isNamespaced ? namespace : '') + name;
  }

  /** `notOlderThan` allows an answer from the cache without asking the store for the newest. */
  async get(ref: ObjectRef, { notOlderThan }: { notOlderThan?: Revision } = {}): Promise<StoredObject> {
    const entry = await this.#find(ref, notOlderThan);
    if (!entry) throw notFound(this.resource.groupResource, ref.name);
    return stored(entry);
  }

  async create(context: WriteContext, request: CreateRequest): Promise<StoredObject> {
    const { generateName: base = '', name = '' } = metadataOf(request.object);
    if (name !== '' || base === '') return this.#create(context, request);
    for (let attempt = 1; ; attempt++) {
      const named = withName(request.object, generateName(base, randomInt));
      try {
        return await this.#create(context, { ...request, object: named });
      } catch (error) {
        if (!isTaken(error)) throw error;
        if (attempt === generateNameTries)
          throw generateNameConflict(this.resource.groupResource, metadataOf(named).name!, 1);
      }
    }
  }

  async update(context: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated> {
    let current: KeyValue | undefined = await this.#find(ref, undefined);
    for (;;) {
      const outcome = current
        ? await this.#replace(context, ref, { ...request, current })
        : await this.#createMissing(context, ref, request);
      if ('object' in outcome) return outcome;
      current = outcome.current;
    }
  }

  async delete(context: WriteContext, ref: ObjectRef, { options, admit }: DeleteRequest): Promise<Deleted> {
    let current: KeyValue | undefined = await this.#find(ref, undefined);
    for (;;) {
      if (!current) throw notFound(this.resource.groupResource, ref.name);
      const live = this.#decode(current);
      this.#checkPreconditions(ref, live, options.preconditions);
      await admit?.(live);
      const step = deletionStep(live, options, { strategy: this.#strategy(), now: this.#now });
      if (step.type === 'wait') return { object: stored(current), isGone: false };
      if (context.dryRun) return { object: stored(current), isGone: step.type === 'remove' };
      const outcome =
        step.type === 'remove'
          ? await this.#remove(ref, current)
          : await this.#put(ref, step.object, { expect: current.modRevision });
      if ('value' in outcome) return { object: outcome, isGone: step.type === 'remove' };
      current = outcome.current;
    }
  }

  async #create(context: WriteContext, { object: given, version, admit }: CreateRequest): Promise<StoredObject> {
    const object = { ...given, metadata: { ...mutableMetadataOf(given) } };
    this.#beforeCreate(object, context);
    const strategy = this.#strategy();
    this.#refuseInvalid(object, [
      ...this.#metaErrors(object, strategy),
      ...(strategy.validate?.(object, context) ?? []),
      ...this.#schemaErrors(object, version),
    ]);
    for (const warning of strategy.warningsOnCreate?.(object, context) ?? []) context.warn(warning);
    strategy.canonicalize?.(object);
    await admit?.(object);
    const ref = { namespace: context.namespace, name: metadataOf(object).name! };
    if (context.dryRun) return this.#dryRunCreate(ref, object);
    const outcome = await this.#put(ref, await this.resource.convert(object, this.resource.storageVersion), {
      expect: 0n,
    });
    if ('value' in outcome) return outcome;
    throw alreadyExists(this.resource.groupResource, ref.name);
  }

  /** What the server alone decides about a new object. */
  #beforeCreate(object: JsonObject, context: WriteContext): void {
    const metadata = mutableMetadataOf(object);
    for (const field of ['selfLink', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'resourceVersion'])
      delete metadata[field];
    if (this.resource.isNamespaced) metadata['namespace'] = context.namespace;
    else delete metadata['namespace'];
    metadata['uid'] = this.#newUid();
    metadata['creationTimestamp'] = formatTime(this.#now());
    this.#strategy().prepareForCreate?.(object, context);
  }

  async #dryRunCreate(ref: ObjectRef, object: JsonObject): Promise<StoredObject> {
    if (await this.#find(ref, undefined)) throw alreadyExists(this.resource.groupResource, ref.name);
    return { value: encodeStored(await this.resource.convert(object, this.resource.storageVersion)), revision: 0n };
  }

  async #createMissing(context: WriteContext, ref: ObjectRef, request: UpdateRequest): Promise<Updated | Retry> {
    if (!request.createIfMissing) throw notFound(this.resource.groupResource, ref.name);
    this.#checkPreconditions(ref, undefined, request.preconditions);
    const changed = await request.change(undefined);
    const object = (await request.admitCreate?.(changed)) ?? changed;
    try {
      const created = await this.#create(context, {
        object,
        version: request.version,
        ...(request.admit && { admit: (admitted) => request.admit!(admitted, undefined) }),
      });
      return { object: created, created: true };
    } catch (error) {
      if (!isTaken(error)) throw error;
      return { current: await this.#find(ref, undefined) };
    }
  }

  async #replace(
    context: WriteContext,
    ref: ObjectRef,
    request: UpdateRequest & { current: KeyValue },
  ): Promise<Updated | Retry> {
    const { current, strategy = this.#strategy(), version } = request;
    const live = await this.resource.convert(this.#decode(current), this.resource.workingVersion(version));
    this.#checkPreconditions(ref, live, request.preconditions);
    const given = await request.change(live);
    if (given === live) return { object: stored(current), created: false };
    const object = { ...given, metadata: { ...mutableMetadataOf(given) } };
    this.#checkVersion(ref, object, current, strategy);
    this.#beforeUpdate(object, live, { context, strategy });
    const change = { object, old: live };
    this.#refuseInvalid(object, [
      ...validateObjectMetaUpdate(metadataOf(object), metadataOf(live)),
      ...(strategy.validateUpdate?.(change, context) ?? []),
      ...this.#schemaErrors(object, version, live),
    ]);
    for (const warning of strategy.warningsOnUpdate?.(change, context) ?? []) context.warn(warning);
    strategy.canonicalize?.(object);
    await request.admit?.(object, live);
    return this.#write(context, ref, { object, current });
  }

  async #write(
    context: WriteContext,
    ref: ObjectRef,
    { object, current }: { object: JsonObject; current: KeyValue },
  ): Promise<Updated | Retry> {
    const converted = await this.resource.convert(object, this.resource.storageVersion);
    const bytes = encodeStored(converted);
    const isSame = !current.stale && bytes.equals(encodeStored(this.#decode(current)));
    if (isSame) return { object: stored(current), created: false };
    if (context.dryRun) return { object: { value: bytes, revision: current.modRevision }, created: false };
    if (isReleased(converted)) {
      const outcome = await this.#remove(ref, current);
      return 'value' in outcome
        ? { object: { value: outcome.value, revision: outcome.revision }, created: false }
        : outcome;
    }
    const outcome = await this.#put(ref, converted, { expect: current.modRevision, bytes });
    return 'value' in outcome ? { object: outcome, created: false } : outcome;
  }

  /** What clients may not change, and may leave out. */
  #beforeUpdate(
    object: JsonObject,
    live: JsonObject,
    { context, strategy }: { context: WriteContext; strategy: Strategy },
  ): void {
    const [metadata, old] = [mutableMetadataOf(object), mutableMetadataOf(live)];
    for (const field of ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'generation']) {
      if (metadata[field] === undefined || metadata[field] === null || field === 'generation') {
        if (old[field] === undefined) delete metadata[field];
        else metadata[field] = old[field];
      }
    }
    delete metadata['selfLink'];
    if (this.resource.isNamespaced) metadata['namespace'] ??= context.namespace;
    else delete metadata['namespace'];
    strategy.prepareForUpdate?.({ object, old: live }, context);
  }

  /** The resourceVersion that a client sends with an object is the one that it read. */
  #checkVersion(ref: ObjectRef, object: JsonObject, current: KeyValue, strategy: Strategy): void {
    const metadata = mutableMetadataOf(object);
    const { resourceVersion = '' } = metadata as { resourceVersion?: string };
    metadata['resourceVersion'] = String(current.modRevision);
    if (resourceVersion === '' || resourceVersion === '0') {
      if (strategy.allowUnconditionalUpdate !== false) return;
      const path = FieldPath.of('metadata', 'resourceVersion');
      throw invalid(this.resource.groupKind, ref.name, [invalidValue(path, 0, 'must be specified for an update')]);
    }
    if (resourceVersion !== String(current.modRevision)) {
      throw conflict(this.resource.groupResource, ref.name, modifiedMessage);
    }
  }

  #checkPreconditions(ref: ObjectRef, live: JsonObject | undefined, preconditions: Preconditions | undefined): void {
    const { uid, resourceVersion } = preconditions ?? {};
    const metadata = live ? metadataOf(live) : {};
    const problem = (field: string, wanted: string, found = '') =>
      // Upstream names the kind here, not the resource.
      conflict(
        { group: this.resource.group, resource: this.resource.definition.kind },
        ref.name,
        `Precondition failed: ${field} in precondition: ${wanted}, ${field} in object meta: ${found}`,
      );
    if (uid !== undefined && uid !== (metadata.uid ?? '')) throw problem('UID', uid, metadata.uid);
    if (resourceVersion !== undefined && resourceVersion !== (metadata.resourceVersion ?? '')) {
      throw problem('ResourceVersion', resourceVersion, metadata.resourceVersion);
    }
  }

  #metaErrors(object: JsonObject, { nameRule = nameIsDnsSubdomain }: Strategy): FieldError[] {
    return validateObjectMeta(metadataOf(object), { scope: this.resource.definition.scope, nameRule });
  }

  #schemaErrors(object: JsonObject, version: string, old?: JsonObject): FieldError[] {
    const schema = this.resource.schema(this.resource.workingVersion(version));
    return schema?.validate(object, old === undefined ? {} : { old }) ?? [];
  }

  #refuseInvalid(object: JsonObject, errors: readonly FieldError[]): void {
    if (errors.length > 0) throw invalid(this.resource.groupKind, metadataOf(object).name ?? '', errors);
  }

  #strategy(): Strategy {
    return this.resource.definition.strategy ?? noStrategy;
  }

  #decode(entry: KeyValue): JsonObject {
    return decodeStored(entry.value);
  }

  async #find(ref: ObjectRef, notOlderThan: Revision | undefined): Promise<CacheEntry | undefined> {
    const key = this.key(ref);
    try {
      if (notOlderThan === undefined) return (await this.cacher.get(key)).entry as CacheEntry | undefined;
      const { entries } = await this.cacher.list(key, { notOlderThan, limit: 1 });
      return entries[0]?.key === key ? entries[0] : undefined;
    } catch (error) {
      throw toStatusError(error);
    }
  }

  async #put(
    ref: ObjectRef,
    object: JsonObject,
    { expect, bytes = encodeStored(object) }: { expect: Revision; bytes?: Buffer },
  ): Promise<StoredObject | Retry> {
    const attributes = this.resource.attributesOf(object);
    const outcome = await this.#commit({ type: 'put', key: this.key(ref), value: bytes, expect, attributes });
    return 'current' in outcome
      ? outcome
      : { value: this.#present(bytes, outcome.revision), revision: outcome.revision };
  }

  async #remove(ref: ObjectRef, current: KeyValue): Promise<StoredObject | Retry> {
    const outcome = await this.#commit({ type: 'delete', key: this.key(ref), expect: current.modRevision });
    return 'current' in outcome
      ? outcome
      : { value: this.#present(current.value, outcome.revision), revision: outcome.revision };
  }

  #present(bytes: Buffer, revision: Revision): Buffer {
    return this.cacher.present(bytes, revision);
  }

  async #commit(
    operation: Operation & { attributes?: ReturnType<Resource['attributesOf']> },
  ): Promise<{ revision: Revision } | Retry> {
    try {
      const result = await this.cacher.commit([operation]);
      return result.committed ? { revision: result.revision } : { current: result.current[0] };
    } catch (error) {
      throw toStatusError(error);
    }
  }
}

/** Somebody else was faster; this is what is there now. */
interface Retry {
  readonly current: KeyValue | undefined;
}

const noStrategy: Strategy = {};

const modifiedMessage = 'the object has been modified; please apply your changes to the latest version and try again';

function stored({ value, modRevision }: KeyValue): StoredObject {
  return { value, revision: modRevision };
}

function withName(object: JsonObject, name: string): JsonObject {
  return { ...object, metadata: { ...mutableMetadataOf(object), name } };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'AlreadyExists';
}
