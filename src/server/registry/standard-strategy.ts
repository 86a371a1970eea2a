import { type JsonObject, jsonEqual, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { Replacement, Strategy } from './strategy.js';

/**
 * For resources with `spec` and `status`: the main endpoint does not change the status, the status endpoint changes
 * nothing else, and `metadata.generation` increases with changes to the desired state.
 */
export function specAndStatus(more: Strategy = {}): { main: Strategy; status: Strategy } {
  const main: Strategy = {
    ...more,
    resetFields: ['status', ...(more.resetFields ?? [])],
    prepareForCreate(object, context) {
      delete object['status'];
      mutableMetadataOf(object)['generation'] = 1;
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      setOrDelete(change.object, 'status', change.old['status']);
      countGeneration(change, ['metadata', 'status']);
      more.prepareForUpdate?.(change, context);
    },
  };
  const status: Strategy = {
    ...more,
    resetFields: ['spec', 'metadata'],
    prepareForUpdate: keepAllButStatus,
  };
  return { main, status };
}

/** For resources without a status endpoint: maintains `metadata.generation` only. */
export function generationOnly(more: Strategy = {}): Strategy {
  return {
    ...more,
    prepareForCreate(object, context) {
      mutableMetadataOf(object)['generation'] = 1;
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      countGeneration(change, ['metadata']);
      more.prepareForUpdate?.(change, context);
    },
  };
}

/** Reverts everything but the status and its managed fields. */
function keepAllButStatus({ object, old }: Replacement): void {
  const { managedFields } = mutableMetadataOf(object);
  const { status } = object;
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, old);
  setOrDelete(object, 'status', status);
  const metadata = { ...mutableMetadataOf(old) };
  setOrDelete(metadata, 'managedFields', managedFields);
  object['metadata'] = metadata;
}

/** Increments the generation if anything but these fields changed. */
function countGeneration({ object, old }: Replacement, uncounted: readonly string[]): void {
  if (jsonEqual(without(object, uncounted), without(old, uncounted))) return;
  const { generation } = mutableMetadataOf(old);
  mutableMetadataOf(object)['generation'] = (typeof generation === 'number' ? generation : 0) + 1;
}

function without(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !fields.includes(name)));
}

function setOrDelete(object: JsonObject, field: string, value: JsonObject[string] | undefined): void {
  if (value === undefined) delete object[field];
  else object[field] = value;
}
