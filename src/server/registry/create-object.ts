// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/create.go (v1.36)

import { shouldYieldBetweenStages, yieldToEventLoop } from '../../apimachinery/event-loop/index.js';
import {
  cloneJson,
  isBeingDeleted,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import {
  alreadyExists,
  errorWithoutReason,
  generateNameConflict,
  isAlreadyExists,
  StatusError,
} from '../../apimachinery/status/index.js';
import { activeSpan } from '../../apimachinery/tracing/index.js';
import { generateName } from '../../apimachinery/validation/index.js';
import type { KeyValue } from '../../storage/index.js';
import type { ObjectRef, StoredObject } from './object-storage.js';
import { parseRevision } from './preconditions.js';
import { type StoreDependencies, withReservation } from './store-dependencies.js';
import { tracedWrite } from './store-spans.js';
import { decodeStored, encodeStoredYielding } from './stored-object.js';
import type { PreparationContext } from './strategy.js';
import { finishNew, newObject, type Preparation } from './write-preparation.js';

export interface CreateRequest {
  /** In the working version, decoded, with defaults. */
  readonly object: JsonObject;
  /** The version of the request. */
  readonly version: string;
  /** Last check before the object is stored, such as validating admission; throws to reject. */
  readonly admit?: (object: JsonObject) => Promise<void>;
}

/** Number of attempts to find a generated name that is not taken. */
const generateNameTries = 8;

/** Creates an object, with a generated name if requested. Throws `alreadyExists`. */
export async function createObject(
  dependencies: StoreDependencies,
  context: PreparationContext,
  request: CreateRequest,
): Promise<StoredObject> {
  const { generateName: base = '', name = '' } = metadataOf(request.object);
  if (name !== '' || base === '') return createNamed(dependencies, context, request);
  for (let attempt = 1; ; attempt++) {
    // Strategies modify the object: each attempt starts from what was sent.
    const object = withName(cloneJson(request.object), generateName(base, dependencies.randomIndex));
    try {
      return await createNamed(dependencies, context, { ...request, object });
    } catch (error) {
      if (!isAlreadyExists(error) || attempt === generateNameTries) throw error;
    }
  }
}

async function createNamed(
  dependencies: StoreDependencies,
  context: PreparationContext,
  { object: given, version, admit }: CreateRequest,
): Promise<StoredObject> {
  const preparation = dependencies.preparation(context, version);
  const { strategy } = preparation;
  const object = newObject(given, preparation, { uid: dependencies.newUid(), now: dependencies.now() });
  const reservation = await strategy.reserve?.({ object, old: undefined }, context);
  const outcome = await withReservation(reservation, async () => {
    await finishNew(object, preparation);
    await admit?.(object);
    return store(dependencies, preparation, object);
  });
  if ('value' in outcome) return outcome;
  throw nameTaken(dependencies, object, outcome.current);
}

async function store({ resource, objects }: StoreDependencies, { context, strategy }: Preparation, object: JsonObject) {
  const { name = '', resourceVersion = '' } = metadataOf(object);
  const ref: ObjectRef = { namespace: context.namespace, name };
  const converted = await resource.storedForm.toStored(object);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  if (context.dryRun) {
    const current = await objects.find(ref);
    return current ? { current } : { value: await encodeStoredYielding(converted), revision: 0n };
  }
  if (isRevision(resourceVersion))
    throw errorWithoutReason('resourceVersion should not be set on objects to be created');
  const options = {
    expect: 0n,
    ttlSeconds: strategy.ttlSeconds?.(object),
    mayDropManagedFields: context.mayDropManagedFields,
  };
  if (!activeSpan()) return objects.put(ref, converted, options);
  return tracedWrite('Create etcd3', { resource, key: objects.key(ref) }, () => objects.put(ref, converted, options));
}

function nameTaken({ resource }: StoreDependencies, object: JsonObject, current: KeyValue | undefined): StatusError {
  const { name = '', generateName: base = '' } = metadataOf(object);
  const { groupResource } = resource;
  const error = base === '' ? alreadyExists(groupResource, name) : generateNameConflict(groupResource, name, 1);
  if (!current || !isGoing(current)) return error;
  return new StatusError({ ...error.status, message: `object is being deleted: ${error.message}` });
}

function isGoing(entry: KeyValue): boolean {
  try {
    return isBeingDeleted(metadataOf(decodeStored(entry.value)));
  } catch {
    // An unreadable object does not count as being deleted.
    return false;
  }
}

function withName(object: JsonObject, name: string): JsonObject {
  return { ...object, metadata: { ...mutableMetadataOf(object), name } };
}

/** Upstream ignores a resourceVersion that is not a number. */
function isRevision(resourceVersion: string): boolean {
  const revision = resourceVersion === '' ? 0n : parseRevision(resourceVersion);
  return typeof revision === 'bigint' && revision > 0n;
}
