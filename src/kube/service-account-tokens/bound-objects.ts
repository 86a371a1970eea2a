import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { decodeStored, type ObjectRef, type ResourceStore } from '../../server/registry/index.js';

export type BoundResource = 'serviceaccounts' | 'pods' | 'secrets' | 'nodes';

/** Finds objects that tokens are bound to: in the cache, or else in the storage. */
export type FindObject = (resource: BoundResource, ref: ObjectRef) => Promise<JsonObject | undefined>;

/**
 * Returns undefined if the object does not exist. Runs with every request, so it reads from storage only on a cache
 * miss.
 */
export async function findCached(store: ResourceStore, ref: ObjectRef): Promise<JsonObject | undefined> {
  const entry = store.cacher.isReady ? store.cacher.state.get(store.table.key(ref)) : undefined;
  if (entry) return decoded(entry);
  try {
    return decodeStored((await store.get(ref)).value);
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
