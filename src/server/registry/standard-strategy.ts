// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/create.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/registry/rest/update.go (v1.36)

import { type JsonObject, jsonEqual, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { Replacement, Strategy } from './strategy.js';

/** Whether an update increments `metadata.generation`. */
export type CountsGeneration<Type> = (change: Replacement<Type>) => boolean;

/** How the main endpoint and the status endpoint of a resource differ. */
export interface StatusRules<Type> {
  /**
   * `metadata.generation` starts at 1 and increases with these updates; `absent`: objects have none. Unset: updates
   * that change anything but metadata and status.
   */
  readonly generation?: 'absent' | CountsGeneration<Type>;
  /** Metadata that the status endpoint cannot change. Unset: all of it. */
  readonly statusKeeps?: readonly ('labels' | 'annotations')[];
  /** Further preparation of an update of the status. */
  readonly prepareStatus?: Strategy<Type>['prepareForUpdate'];
  /** Validates a new status. Unset: the rules for updates of the main endpoint apply. */
  readonly validateStatus?: Strategy<Type>['validateUpdate'];
}

/**
 * For resources with `spec` and `status`: the main endpoint does not change the status, the status endpoint changes
 * nothing else, and `metadata.generation` increases with changes to the desired state.
 */
export function specAndStatus<Type extends JsonObject = JsonObject>(
  more: Strategy<Type> = {},
  rules: StatusRules<Type> = {},
): { main: Strategy<Type>; status: Strategy<Type> } {
  const { generation, statusKeeps, prepareStatus, validateStatus } = rules;
  const withoutStatus: Strategy<Type> = {
    ...more,
    resetFields: ['status', ...(more.resetFields ?? [])],
    prepareForCreate(object, context) {
      delete (object as JsonObject)['status'];
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      keepField(change, 'status');
      more.prepareForUpdate?.(change, context);
    },
  };
  const { warningsOnUpdate: _ofMain, ...rest } = more;
  const status: Strategy<Type> = {
    ...rest,
    resetFields: ['spec', ...(statusKeeps?.map((field) => `metadata.${field}`) ?? ['metadata'])],
    prepareForUpdate(change, context) {
      keepContent(change);
      if (statusKeeps === undefined) keepMetadata(change);
      else for (const field of statusKeeps) keepMetadataField(change, field);
      prepareStatus?.(change, context);
    },
    ...(validateStatus && { validateUpdate: validateStatus }),
  };
  return { main: generation === 'absent' ? withoutStatus : generationOnly(withoutStatus, generation), status };
}

/**
 * For resources without a status endpoint: maintains `metadata.generation` only. Counted after all other preparation.
 */
export function generationOnly<Type extends JsonObject = JsonObject>(
  more: Strategy<Type> = {},
  isCounted: CountsGeneration<Type> = changesContent,
): Strategy<Type> {
  return {
    ...more,
    prepareForCreate(object, context) {
      mutableMetadataOf(object)['generation'] = 1;
      more.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      more.prepareForUpdate?.(change, context);
      if (isCounted(change)) incrementGeneration(change);
    },
  };
}

export function incrementGeneration({ object, old }: Replacement): void {
  const { generation } = mutableMetadataOf(old);
  mutableMetadataOf(object)['generation'] = (typeof generation === 'number' ? generation : 0) + 1;
}

/** Restores the old value of a field. */
export function keepField({ object, old }: Replacement, field: string): void {
  setOrDelete(object, field, old[field]);
}

/** Restores labels, annotations, owners and finalizers: a status update cannot change them. */
function keepMetadata({ object, old }: Replacement): void {
  const { managedFields, resourceVersion } = mutableMetadataOf(object);
  const metadata: JsonObject = { ...mutableMetadataOf(old) };
  setOrDelete(metadata, 'managedFields', managedFields);
  setOrDelete(metadata, 'resourceVersion', resourceVersion);
  object['metadata'] = metadata;
}

function keepMetadataField({ object, old }: Replacement, field: string): void {
  setOrDelete(mutableMetadataOf(object), field, mutableMetadataOf(old)[field]);
}

/**
 * Whether anything but metadata differs. The main endpoint of resources with a status endpoint restores the status
 * before.
 */
export function changesContent({ object, old }: Replacement): boolean {
  return contentFields({ object, old }).some((field) => !jsonEqual(object[field], old[field]));
}

function keepContent(change: Replacement): void {
  for (const field of contentFields(change)) if (field !== 'status') keepField(change, field);
}

function contentFields({ object, old }: Replacement): string[] {
  const fields = new Set([...Object.keys(object), ...Object.keys(old)]);
  return [...fields].filter((field) => field !== 'metadata');
}

function setOrDelete(object: JsonObject, field: string, value: JsonObject[string] | undefined): void {
  if (value === undefined) delete object[field];
  else object[field] = value;
}
