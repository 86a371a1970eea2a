import { type JsonObject, jsonEqual, metadataOf } from '../../../../apimachinery/meta/index.js';
import {
  checkQualifiedName,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  Quantity,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { checked } from '../../../field-checks.js';
import { type ClaimSpec, isNativeResource, validateClaimSpec } from '../../../pod-spec/index.js';
import { validateNonnegativeQuantity } from '../../../quantity-rules.js';
import { goDifference, wasGivenEmpty } from '../../../types/index.js';
import { specOf, statusOf } from './claim.js';
import { classAnnotation } from './warnings.js';

const path = FieldPath.of('spec');

export function validateClaim(claim: JsonObject): FieldError[] {
  return validateClaimSpec(specOf(claim), path);
}

/** The spec is immutable; a bound claim may request more storage or another attributes class. */
export function validateClaimUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  const isOfGroup = (before.dataSource?.apiGroup ?? before.dataSourceRef?.apiGroup) !== undefined;
  const errors = [
    ...validateClaimSpec(after, path, { allowsAnyGroup: isOfGroup }),
    ...validateClassAnnotation(object, old),
  ];
  const same = comparable(object, old);
  // The volume name may be set once.
  const { volumeName } = after;
  const kept = !before.volumeName && volumeName ? { ...before, volumeName } : { ...before };
  if (!jsonEqual(same, kept as unknown as JsonObject)) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbidden(path, `${detail}\n${goDifference('core/v1.PersistentVolumeClaimSpec', kept, same)}`));
  }
  return [
    ...errors,
    ...validateSize(object, old),
    ...validateImmutableField(after.volumeMode, before.volumeMode, FieldPath.of('volumeMode')),
    ...validateAttributes(after, old),
  ];
}

const classOf = (claim: JsonObject): string | undefined => metadataOf(claim).annotations?.[classAnnotation];

/** Whether the class was moved from the annotation to the field unchanged. */
function isClassMoved(object: JsonObject, old: JsonObject): boolean {
  const [before, after] = [classOf(old), classOf(object)];
  if (before === undefined || specOf(old).storageClassName !== undefined) return false;
  return specOf(object).storageClassName === before && (after === undefined || after === before);
}

function validateClassAnnotation(object: JsonObject, old: JsonObject): FieldError[] {
  const [after = '', before = ''] = [classOf(object), classOf(old)];
  if (after === before || isClassMoved(object, old)) return [];
  return [invalidValue(FieldPath.of('metadata', 'annotations').key(classAnnotation), after, 'field is immutable')];
}

/** Returns the new spec with the mutable fields reset to their old values. */
function comparable(object: JsonObject, old: JsonObject): JsonObject {
  const [after, before] = [specOf(object), specOf(old)];
  const same: Record<string, unknown> = { ...after };
  const restore = (field: keyof ClaimSpec): void => {
    if (before[field] === undefined) delete same[field];
    else same[field] = before[field];
  };
  const named = classOf(old);
  const isGivenClass = named === undefined || after.storageClassName === named;
  if (before.storageClassName === undefined && isGivenClass) restore('storageClassName');
  if (statusOf(object).phase === 'Bound') {
    restore('volumeAttributesClassName');
    const { requests } = after.resources ?? {};
    const storage = before.resources?.requests?.['storage'];
    if (requests || wasGivenEmpty(after.resources, 'requests')) {
      same['resources'] = { ...after.resources, requests: { ...requests, storage } };
    }
  }
  return same as JsonObject;
}

/** A failed expansion may be reduced again, as long as the request exceeds the current capacity. */
function validateSize(object: JsonObject, old: JsonObject): FieldError[] {
  const sizeIn = (amounts: Readonly<Record<string, string>> | undefined): Quantity =>
    Quantity.parse(amounts?.['storage'] ?? '0');
  const after = sizeIn(specOf(object).resources?.requests);
  if (after.compare(sizeIn(specOf(old).resources?.requests)) >= 0) return [];
  if (after.compare(sizeIn(statusOf(old).capacity)) > 0) return [];
  const place = path.child('resources', 'requests', 'storage');
  return [forbidden(place, 'field can not be less than status.capacity')];
}

function validateAttributes({ volumeAttributesClassName: name }: ClaimSpec, old: JsonObject): FieldError[] {
  const isApplied = statusOf(old).currentVolumeAttributesClassName !== undefined;
  if (name || !isApplied || name === specOf(old).volumeAttributesClassName) return [];
  const what = name === undefined ? 'nil' : 'empty string';
  const detail = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbidden(path.child('volumeAttributesClassName'), detail)];
}

const resizeStatuses = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

export function validateClaimStatus({ object }: Replacement): FieldError[] {
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = statusOf(object);
  const at = FieldPath.of('status');
  const [statusesPath, allocatedPath] = [at.child('allocatedResourceStatuses'), at.child('allocatedResources')];
  const { accessModes = [] } = specOf(object);
  return [
    ...(accessModes.length === 0 ? [required(FieldPath.of('Spec', 'accessModes'), '')] : []),
    ...Object.entries(capacity).flatMap(([name, amount]) =>
      validateNonnegativeQuantity(amount, at.child('capacity').key(name)),
    ),
    ...Object.entries(allocatedResourceStatuses).flatMap(([name, status]) => [
      ...validateResource(name, statusesPath),
      ...(resizeStatuses.includes(status) ? [] : [notSupported(statusesPath, name, resizeStatuses)]),
    ]),
    ...Object.entries(allocatedResources).flatMap(([name, amount]) => {
      const errors = validateResource(name, allocatedPath);
      return errors.length > 0 ? errors : validateNonnegativeQuantity(amount, allocatedPath.key(name));
    }),
  ];
}

/** `storage` is the only native resource of claims. */
function validateResource(name: string, place: FieldPath): FieldError[] {
  const errors = checked(name, checkQualifiedName, place);
  if (errors.length > 0 || !isNativeResource(name) || name === 'storage') return errors;
  return [notSupported(place, name, ['storage'])];
}
