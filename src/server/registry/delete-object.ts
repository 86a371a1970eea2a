import { type DeleteOptions, type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import type { KeyValue } from '../../storage/index.js';
import { deletionStep } from './deletion.js';
import type { ObjectRef, Overtaken, StoredObject } from './object-storage.js';
import { checkDeletion } from './preconditions.js';
import { type StoreDependencies, stored } from './store-dependencies.js';
import { decodeStored, encodeStored } from './stored-object.js';
import type { WriteContext } from './strategy.js';

export interface DeleteRequest {
  readonly options: DeleteOptions;
  /** Throws to reject. May be called more than once, also for an object that is removed right after it was marked. */
  readonly admit?: (live: JsonObject, options: DeleteOptions) => Promise<void>;
}

export interface Deleted {
  /** The last state of the object, or its current one while it waits for finalizers or its grace period. */
  readonly object: StoredObject;
  readonly isGone: boolean;
  /** Whether the response is the object or a Status. */
  readonly answer: 'object' | 'status';
}

interface Place {
  readonly context: WriteContext;
  readonly ref: ObjectRef;
  readonly current: KeyValue;
}

/** Marks or removes an object, depending on its next deletion step. */
export async function deleteObject(
  parts: StoreDependencies,
  place: Place,
  { options: asked, admit }: DeleteRequest,
): Promise<Deleted | Overtaken> {
  const { resource, now } = parts;
  const strategy = parts.strategy(resource.storageVersion);
  const { context, current } = place;
  const live = await resource.convert(decodeStored(current.value), resource.workingVersion(resource.storageVersion));
  const options = strategy.deletionOptions?.(live, asked) ?? asked;
  if (options.preconditions) strategy.checkPreconditions?.(live, options.preconditions);
  checkDeletion(resource, live, options.preconditions);
  const step = deletionStep(live, options, { strategy, now });
  const answer = strategy.returnsDeletedObject ? 'object' : 'status';
  if (step.type === 'pending') return { object: stored(current), isGone: false, answer };
  if (step.type === 'remove') {
    await admit?.(live, options);
    if (context.dryRun) return { object: stored(current), isGone: true, answer };
    return remove(parts, place, { live, answer });
  }
  const told = step.graceSeconds === undefined ? options : { ...options, gracePeriodSeconds: step.graceSeconds };
  await admit?.(live, told);
  const marked = await mark(parts, place, { object: step.object, live });
  if ('current' in marked) return marked;
  if (step.thenRemove) await admit?.(step.object, told);
  if (!step.thenRemove || context.dryRun) return { object: marked, isGone: step.thenRemove, answer: 'object' };
  const last = { ...current, value: marked.value, modRevision: marked.revision };
  return remove(parts, { ...place, current: last }, { live: step.object, answer });
}

async function remove(
  { table, resource }: StoreDependencies,
  { context, ref, current }: Place,
  { live, answer }: { live: JsonObject; answer: Deleted['answer'] },
): Promise<Deleted | Overtaken> {
  const outcome = await table.remove(ref, current);
  if ('current' in outcome) return outcome;
  await resource.strategy(resource.storageVersion).afterDelete?.(live, context);
  return { object: outcome, isGone: true, answer };
}

async function mark(
  { resource, table }: StoreDependencies,
  { context, ref, current }: Place,
  { object, live }: { object: JsonObject; live: JsonObject },
): Promise<StoredObject | Overtaken> {
  if (jsonEqual(object, live)) return stored(current);
  const after = await resource.toStored(object);
  if (context.dryRun) return table.present(encodeStored(after), current.modRevision);
  return table.put(ref, after, { expect: current.modRevision });
}
