// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/update.go (v1.36)

import { droppingNewTimes } from '../../apimachinery/apply/index.js';
import { runYielding, shouldYieldBetweenStages, yieldToEventLoop } from '../../apimachinery/event-loop/index.js';
import { type JsonObject, metadataOf, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import { invalid, isAlreadyExists, notFound } from '../../apimachinery/status/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import type { KeyValue } from '../../storage/index.js';
import { createObject } from './create-object.js';
import { isReleased } from './deletion.js';
import type { ObjectRef, ObjectStorage, Overtaken, StoredObject } from './object-storage.js';
import { checkReplacedUid, checkVersion, sentRevision } from './preconditions.js';
import { type StoreDependencies, stored, withReservation } from './store-dependencies.js';
import { decodeStoredYielding, encodeStored, encodeStoredYielding } from './stored-object.js';
import type { PreparationContext, Strategy } from './strategy.js';
import { finishReplacement, replacementOf } from './write-preparation.js';

export interface UpdateRequest {
  /** The version of the request. */
  readonly version: string;
  /**
   * Returns the new object, given the live one, which it must not modify; undefined: there is none. May be called
   * again.
   */
  readonly change: (live: JsonObject | undefined) => Promise<JsonObject>;
  readonly strategy?: Strategy;
  readonly createIfMissing?: boolean;
  /** UID that the client expects the object to have. Unset: not checked. */
  readonly uid?: string | undefined;
  readonly admit?: (object: JsonObject, old: JsonObject | undefined) => Promise<void>;
}

export interface Updated {
  readonly object: StoredObject;
  readonly created: boolean;
}

/** Creates the object that an update did not find. Throws `notFound` if that is not allowed. */
export async function createMissing(
  dependencies: StoreDependencies,
  { context, ref }: { context: PreparationContext; ref: ObjectRef },
  request: UpdateRequest,
): Promise<Updated | Overtaken> {
  const { uid, version, admit } = request;
  const { resource, objects } = dependencies;
  if (!request.createIfMissing) throw notFound(resource.groupResource, ref.name);
  checkReplacedUid(resource, { key: shownKey(context, objects.key(ref)), name: ref.name, uid, live: undefined });
  const object = withoutVersion(await request.change(undefined));
  try {
    const created = await createObject(dependencies, context, {
      object,
      version,
      ...(admit && { admit: (admitted) => admit(admitted, undefined) }),
    });
    return { object: created, created: true };
  } catch (error) {
    const current = isAlreadyExists(error) ? await objects.find(ref) : undefined;
    if (!current) throw error;
    return { current };
  }
}

interface Replacement {
  readonly context: PreparationContext;
  readonly ref: ObjectRef;
  readonly current: KeyValue;
  /** Called when the write is decided, so that the next one can be based on it. */
  readonly onSubmitted?: (() => void) | undefined;
}

/** Replaces the live object with the result of the request's change. */
export async function replaceObject(
  dependencies: StoreDependencies,
  { context, ref, current, onSubmitted }: Replacement,
  request: UpdateRequest,
): Promise<Updated | Overtaken> {
  const { resource, objects } = dependencies;
  const { version, strategy = dependencies.strategy(version) } = request;
  const before = await decodeStoredYielding(current.value);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  const working = resource.workingVersion(version);
  const live = await resource.convert(before, working);
  checkReplacedUid(resource, { key: shownKey(context, objects.key(ref)), name: ref.name, uid: request.uid, live });
  const preparation = dependencies.preparation(context, version, strategy);
  const changed = withCurrentVersion(await request.change(live), { resource, ref, current, strategy });
  // Normalize before comparing: values that are stored alike neither increase the generation nor fail validation.
  resource.version(working).settle?.(changed);
  const draft = replacementOf(changed, preparation);
  const reservation = await strategy.reserve?.({ object: draft, old: live }, context);
  const outcome = await withReservation(reservation, async () => {
    await finishReplacement({ object: draft, old: live }, preparation);
    const object = await runYielding(droppingNewTimes(live, draft));
    await request.admit?.(object, live);
    const after = await resource.storedForm.toStored(object);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    if (isReleased({ object, old: live }, strategy))
      return release(objects, { context, ref, current, strategy }, after);
    if (await objects.isUnchanged(after, { before, current })) return stored(current);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    if (context.dryRun) return objects.present(await encodeStoredYielding(after), current.modRevision);
    return objects.put(ref, after, {
      expect: current.modRevision,
      ttlSeconds: strategy.ttlSeconds?.(object),
      mayDropManagedFields: context.mayDropManagedFields,
      onSubmitted,
    });
  });
  return 'value' in outcome ? { object: outcome, created: false } : outcome;
}

/** Upstream's keys in error messages: those of its storage have the /registry prefix, those of dry runs do not. */
function shownKey({ dryRun }: PreparationContext, key: string): string {
  return dryRun ? key : `/registry${key}`;
}

/** Returns the object with the current resourceVersion. Throws `conflict` if it has another one. */
function withCurrentVersion(
  given: JsonObject,
  place: { resource: StoreDependencies['resource']; ref: ObjectRef; current: KeyValue; strategy: Strategy },
): JsonObject {
  const { resource, ref, current, strategy } = place;
  const { resourceVersion: sent } = metadataOf(given);
  const hasVersion = checkVersion(resource, { name: ref.name, sent, current: current.modRevision });
  if (!hasVersion && strategy.allowUnconditionalUpdate === false) {
    const path = FieldPath.of('metadata', 'resourceVersion');
    const { group, resource: kind } = resource.groupResource;
    throw invalid({ group, kind }, ref.name, [path.invalid(0, 'must be specified for an update')]);
  }
  return { ...given, metadata: { ...mutableMetadataOf(given), resourceVersion: String(current.modRevision) } };
}

/**
 * Removes an object whose last finalizer is gone, instead of replacing it. Clients get the object as it would have
 * been.
 */
async function release(
  objects: ObjectStorage,
  {
    context,
    ref,
    current,
    strategy,
  }: { context: PreparationContext; ref: ObjectRef; current: KeyValue; strategy: Strategy },
  object: JsonObject,
): Promise<StoredObject | Overtaken> {
  const outcome = context.dryRun ? undefined : await objects.remove(ref, current);
  if (outcome && 'current' in outcome) return outcome;
  if (outcome) await strategy.afterDelete?.(object, context);
  return objects.present(encodeStored(object), current.modRevision);
}

/** An object that does not exist has no resourceVersion, but an invalid one is rejected here too. */
function withoutVersion(object: JsonObject): JsonObject {
  const { resourceVersion, ...metadata } = mutableMetadataOf(object);
  sentRevision(resourceVersion as string | undefined);
  return { ...object, metadata };
}
