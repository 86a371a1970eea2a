// Follows pkg/serviceaccount/claims.go (v1.36)

import type { Node, Pod, Secret, ServiceAccount } from '../../api/core/v1.js';
import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { decodeStored, type ObjectRef, type ResourceStore, type Stores } from '../../server/registry/index.js';

/** What tokens are bound to, by resource. */
interface BoundObjects {
  readonly serviceaccounts: ServiceAccount;
  readonly pods: Pod;
  readonly secrets: Secret;
  readonly nodes: Node;
}

export type BoundResource = keyof BoundObjects;

/** Finds objects that tokens are bound to: in the cache, or else in the storage. */
export type FindObject = <R extends BoundResource>(resource: R, ref: ObjectRef) => Promise<BoundObjects[R] | undefined>;

export function boundObjects(stores: Stores): FindObject {
  return (resource, ref) => findCached(stores.get('', resource), ref);
}

/**
 * Returns undefined if the object does not exist. Runs with every request, so it reads from storage only on a cache
 * miss. The caller names the type of the resource's objects.
 */
export async function findCached<T extends JsonObject = JsonObject>(
  store: ResourceStore,
  ref: ObjectRef,
): Promise<T | undefined> {
  const entry = store.cached(ref);
  if (entry) return decoded(entry) as T;
  try {
    return decodeStored((await store.get(ref)).value) as T;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

const known = new WeakMap<object, JsonObject>();

function decoded(entry: { readonly value: Buffer }): JsonObject {
  const object = known.get(entry) ?? decodeStored(entry.value);
  known.set(entry, object);
  return object;
}

/** Whether the object was marked for deletion before a time. */
export function isGoneSince(object: JsonObject, time: number): boolean {
  const { deletionTimestamp } = metadataOf(object);
  return Boolean(deletionTimestamp) && Date.parse(deletionTimestamp!) < time;
}
