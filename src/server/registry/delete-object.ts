// Follows staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go (v1.36)

import { type DeleteOptions, type JsonObject, jsonEqual, metadataOf } from '../../apimachinery/meta/index.js';
import type { KeyValue } from '../../storage/index.js';
import { deletionStep } from './deletion.js';
import type { ObjectRef, Overtaken, StoredObject } from './object-storage.js';
import { checkDeletion } from './preconditions.js';
import { type StoreDependencies, stored } from './store-dependencies.js';
import { decodeStored, encodeStored } from './stored-object.js';
import type { PreparationContext } from './strategy.js';

export interface DeleteRequest {
  readonly options: DeleteOptions;
  /** Whether the object is one of a collection that is deleted. */
  readonly isOfCollection?: boolean;
  /** Throws to reject. May be called more than once, also for an object that is removed right after it was marked. */
  readonly admit?: (live: JsonObject, options: DeleteOptions) => Promise<void>;
}

export interface Deleted {
  /** The last state of the object, or its current one while it waits for finalizers or its grace period. */
  readonly object: StoredObject;
  readonly isGone: boolean;
  /** Whether the response is the object, one with no fields set, or a Status. */
  readonly response: 'object' | 'empty object' | 'status';
}

interface Place {
  readonly context: PreparationContext;
  readonly ref: ObjectRef;
  readonly current: KeyValue;
  /** Called when the last write is decided, so that the next one can be based on it. */
  readonly onSubmitted?: (() => void) | undefined;
}

/** Marks or removes an object, depending on its next deletion step. */
export async function deleteObject(
  dependencies: StoreDependencies,
  place: Place,
  { options: requested, isOfCollection = false, admit }: DeleteRequest,
): Promise<Deleted | Overtaken> {
  const { resource, now } = dependencies;
  const strategy = dependencies.strategy(resource.storageVersion);
  const { context, current } = place;
  const live = await resource.convert(decodeStored(current.value), resource.workingVersion(resource.storageVersion));
  const options = strategy.deletionOptions?.(live, requested) ?? requested;
  if (options.preconditions) strategy.checkPreconditions?.(live, options.preconditions);
  checkDeletion(resource, live, options.preconditions);
  const step = deletionStep(live, options, { strategy, isOfCollection, now });
  const response = strategy.returnsDeletedObject ? 'object' : 'status';
  if (step.type === 'pending') return { object: stored(current), isGone: false, response };
  if (step.type === 'remove') {
    await admit?.(live, options);
    if (context.dryRun) return { object: stored(current), isGone: true, response: dryRunResponse(live, response) };
    return remove(dependencies, place, { live, response });
  }
  const effective = step.graceSeconds === undefined ? options : { ...options, gracePeriodSeconds: step.graceSeconds };
  await admit?.(live, effective);
  const marking = step.thenRemove ? { ...place, onSubmitted: undefined } : place;
  const marked = await mark(dependencies, marking, { object: step.object, live });
  if ('current' in marked) return marked;
  if (step.thenRemove) await admit?.(step.object, effective);
  if (!step.thenRemove || context.dryRun) return { object: marked, isGone: step.thenRemove, response: 'object' };
  const last = { ...current, value: marked.value, modRevision: marked.revision };
  return remove(dependencies, { ...place, current: last }, { live: step.object, response });
}

/**
 * As upstream, if the deletion has to drop finalizers first, a dry run drops the object before anything is returned.
 */
function dryRunResponse(live: JsonObject, response: Deleted['response']): Deleted['response'] {
  return (metadataOf(live).finalizers ?? []).length > 0 ? 'empty object' : response;
}

async function remove(
  { objects, resource }: StoreDependencies,
  { context, ref, current, onSubmitted }: Place,
  { live, response }: { live: JsonObject; response: Deleted['response'] },
): Promise<Deleted | Overtaken> {
  const outcome = await objects.remove(ref, current, onSubmitted);
  if ('current' in outcome) return outcome;
  await resource.strategy(resource.storageVersion).afterDelete?.(live, context);
  return { object: outcome, isGone: true, response };
}

async function mark(
  { resource, objects }: StoreDependencies,
  { context, ref, current, onSubmitted }: Place,
  { object, live }: { object: JsonObject; live: JsonObject },
): Promise<StoredObject | Overtaken> {
  if (jsonEqual(object, live)) return stored(current);
  const after = await resource.storedForm.toStored(object);
  if (context.dryRun) return objects.present(encodeStored(after), current.modRevision);
  return objects.put(ref, after, { expect: current.modRevision, onSubmitted });
}
