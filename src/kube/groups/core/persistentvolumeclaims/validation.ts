// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PersistentVolumeClaim, PersistentVolumeClaimSpec, ResourceList } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  checkQualifiedName,
  type FieldError,
  FieldPath,
  Quantity,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { validateRequired } from '../../../field-checks.js';
import { isNativeResource, validateClaimSpec } from '../../../pod-spec/index.js';
import { validateNonnegativeQuantity } from '../../../quantity-rules.js';
import { goDifference, wasGivenEmpty } from '../../../types/index.js';
import { updateValidation, validateMetadata, validation } from '../../../validation.js';
import { disabledClassErrors } from '../attributes-classes.js';
import { classAnnotation } from '../volumes.js';

const path = FieldPath.of('spec');

export const validateClaim = validation<PersistentVolumeClaim>((claim) => validateClaimSpec(claim.spec, path));

/** The spec is immutable; a bound claim may request more storage or another attributes class. */
export const validateClaimUpdate = updateValidation<PersistentVolumeClaim>((change, context) => {
  const { object, old } = change;
  const [after, before] = [object.spec, old.spec];
  const allowsAnyGroup = (before.dataSource?.apiGroup ?? before.dataSourceRef?.apiGroup) !== undefined;
  return [
    ...validateMetadata(object, context),
    ...validateClaimSpec(after, path, { allowsAnyGroup }),
    ...validateClassAnnotation(change),
    ...validateSameSpec(change),
    ...validateSize(change),
    ...validateImmutableField(after.volumeMode, before.volumeMode, FieldPath.of('volumeMode')),
    ...disabledClassErrors(after, before, context.features),
    ...validateAttributes(change),
  ];
});

/** The volume name may be set once. */
function validateSameSpec(change: Replacement<PersistentVolumeClaim>): FieldError[] {
  const { volumeName } = change.object.spec;
  const before = change.old.spec;
  const kept = !before.volumeName && volumeName ? { ...before, volumeName } : before;
  const same = comparable(change);
  if (jsonEqual(same, kept)) return [];
  const detail =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [path.forbidden(`${detail}\n${goDifference('core/v1.PersistentVolumeClaimSpec', kept, same)}`)];
}

function classOf({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[classAnnotation];
}

/** Whether the class was moved from the annotation to the field unchanged. */
function isClassMoved({ object, old }: Replacement<PersistentVolumeClaim>): boolean {
  const [before, after] = [classOf(old), classOf(object)];
  if (before === undefined || old.spec.storageClassName !== undefined) return false;
  return object.spec.storageClassName === before && (after === undefined || after === before);
}

function validateClassAnnotation(change: Replacement<PersistentVolumeClaim>): FieldError[] {
  const [after = '', before = ''] = [classOf(change.object), classOf(change.old)];
  if (after === before || isClassMoved(change)) return [];
  return [FieldPath.of('metadata', 'annotations').key(classAnnotation).invalid(after, 'field is immutable')];
}

/** Returns the new spec with the mutable fields reset to their old values. */
function comparable({ object, old }: Replacement<PersistentVolumeClaim>): PersistentVolumeClaimSpec {
  const [after, before] = [object.spec, old.spec];
  const same = { ...after };
  const named = classOf(old);
  const isGivenClass = named === undefined || after.storageClassName === named;
  if (before.storageClassName === undefined && isGivenClass) delete same.storageClassName;
  if (object.status.phase !== 'Bound') return same;
  delete same.volumeAttributesClassName;
  if (before.volumeAttributesClassName !== undefined) {
    same.volumeAttributesClassName = before.volumeAttributesClassName;
  }
  const { requests } = after.resources;
  const storage = before.resources.requests?.['storage'];
  if (requests || wasGivenEmpty(after.resources, 'requests')) {
    same.resources = { ...after.resources, requests: { ...requests, ...(storage !== undefined && { storage }) } };
  }
  return same;
}

/** A failed expansion may be reduced again, as long as the request exceeds the current capacity. */
function validateSize({ object, old }: Replacement<PersistentVolumeClaim>): FieldError[] {
  const sizeIn = (amounts: ResourceList | undefined): Quantity => Quantity.parse(amounts?.['storage'] ?? '0');
  const after = sizeIn(object.spec.resources.requests);
  if (after.compare(sizeIn(old.spec.resources.requests)) >= 0) return [];
  if (after.compare(sizeIn(old.status.capacity)) > 0) return [];
  const place = path.child('resources', 'requests', 'storage');
  return [place.forbidden('field can not be less than status.capacity')];
}

function validateAttributes({ object, old }: Replacement<PersistentVolumeClaim>): FieldError[] {
  const { volumeAttributesClassName: name } = object.spec;
  const isApplied = old.status.currentVolumeAttributesClassName !== undefined;
  if (name || !isApplied || name === old.spec.volumeAttributesClassName) return [];
  const what = name === undefined ? 'nil' : 'empty string';
  const detail = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [path.child('volumeAttributesClassName').forbidden(detail)];
}

const resizeStatuses = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

export const validateClaimStatus = updateValidation<PersistentVolumeClaim>(({ object }) => {
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = object.status;
  const at = FieldPath.of('status');
  const [statusesPath, allocatedPath] = [at.child('allocatedResourceStatuses'), at.child('allocatedResources')];
  const { accessModes = [] } = object.spec;
  return [
    ...validateRequired(accessModes, FieldPath.of('Spec', 'accessModes')),
    ...Object.entries(capacity).flatMap(([name, amount]) =>
      validateNonnegativeQuantity(amount, at.child('capacity').key(name)),
    ),
    ...Object.entries(allocatedResourceStatuses).flatMap(([name, status]) => [
      ...validateResource(name, statusesPath),
      ...(resizeStatuses.includes(status) ? [] : [statusesPath.notSupported(name, resizeStatuses)]),
    ]),
    ...Object.entries(allocatedResources).flatMap(([name, amount]) => {
      const errors = validateResource(name, allocatedPath);
      return errors.length > 0 ? errors : validateNonnegativeQuantity(amount, allocatedPath.key(name));
    }),
  ];
});

/** `storage` is the only native resource of claims. */
function validateResource(name: string, place: FieldPath): FieldError[] {
  const errors = place.check(name, checkQualifiedName);
  if (errors.length > 0 || !isNativeResource(name) || name === 'storage') return errors;
  return [place.notSupported(name, ['storage'])];
}
