import { type JsonObject, jsonEqual, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { Replacement, Strategy } from './strategy.js';

/**
 * For resources with `spec` and `status`: the main endpoint does not change the status, the status endpoint changes
 * nothing else, and `metadata.generation` counts the changes of what users want.
 */
export function specAndStatus(more: Strategy = {}): { main: Strategy; status: Strategy } {
  const main: Strategy = {
    ...more,
    prepareForCreate(object, context) {
      delete object['status'];
      mutableMetadataOf(object)['generation'] = 1;
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      keep('status', change);
      countGeneration(change);
      more.prepareForUpdate?.(change, context);
    },
  };
  return { main, status: { ...more, prepareForUpdate: (change) => keepAllBut('status', change) } };
}

/** For resources without a status: only `metadata.generation` is looked after. */
export function generationOnly(more: Strategy = {}): Strategy {
  return {
    ...more,
    prepareForCreate(object, context) {
      mutableMetadataOf(object)['generation'] = 1;
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      countGeneration(change);
      more.prepareForUpdate?.(change, context);
    },
  };
}

function keep(field: string, { object, old }: Replacement): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}

function keepAllBut(field: string, { object, old }: Replacement): void {
  const { labels: _labels, ...metadata } = mutableMetadataOf(object);
  for (const key of Object.keys(object)) if (key !== field && key !== 'metadata') delete object[key];
  for (const [key, value] of Object.entries(old)) if (key !== field && key !== 'metadata') object[key] = value;
  const oldMetadata = mutableMetadataOf(old);
  const { managedFields, resourceVersion } = metadata;
  object['metadata'] = {
    ...oldMetadata,
    ...(managedFields !== undefined && { managedFields }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

function countGeneration({ object, old }: Replacement): void {
  const metadata = mutableMetadataOf(object);
  const before = mutableMetadataOf(old)['generation'];
  const generation = typeof before === 'number' ? before : 0;
  metadata['generation'] = isSameWish(object, old) ? generation : generation + 1;
  if (before === undefined && isSameWish(object, old)) delete metadata['generation'];
}

/** Equal but for metadata and status. */
function isSameWish(object: JsonObject, old: JsonObject): boolean {
  const { metadata: _m, status: _s, ...wish } = object;
  const { metadata: _om, status: _os, ...oldWish } = old;
  return jsonEqual(wish, oldWish);
}
