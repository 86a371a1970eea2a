// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PersistentVolumeClaimSpec, TypedObjectReference } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { validateLabelSelector } from '../../apimachinery/selectors/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
} from '../../apimachinery/validation/index.js';
import { oneOf, validateRequired } from '../field-checks.js';
import { validatePositiveQuantity } from '../quantity-rules.js';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
export const volumeModes = ['Block', 'Filesystem'];

/** `allowsAnyGroup`: skips the check of the data source's API group, for objects stored before it was introduced. */
export function validateClaimSpec(
  spec: PersistentVolumeClaimSpec,
  path: FieldPath,
  { allowsAnyGroup = false }: { allowsAnyGroup?: boolean } = {},
): FieldError[] {
  const { accessModes: modes = [], selector, storageClassName, volumeMode, volumeAttributesClassName } = spec;
  const className = (name: string | undefined, field: string): FieldError[] =>
    name ? path.child(field).check(name, checkDns1123Subdomain) : [];
  return [
    ...validateRequired(modes, path.child('accessModes'), 'at least 1 access mode is required'),
    ...(selector ? validateLabelSelector(selector, path.child('selector')) : []),
    ...validateAccessModes(modes, path.child('accessModes')),
    ...storageErrors(spec, path.child('resources').key('storage')),
    ...className(storageClassName, 'storageClassName'),
    ...oneOf(volumeMode, volumeModes, path.child('volumeMode')),
    ...sourcesErrors(spec, path, allowsAnyGroup),
    ...className(volumeAttributesClassName, 'volumeAttributesClassName'),
  ];
}

export function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const single = 'ReadWriteOncePod';
  const errors = modes
    .filter((mode) => !accessModes.includes(mode))
    .map((mode) => path.notSupported(mode, accessModes));
  const hasOthers = modes.some((mode) => mode !== single && accessModes.includes(mode));
  if (!hasOthers || !modes.includes(single)) return errors;
  return [...errors, path.forbidden('may not use ReadWriteOncePod with other access modes')];
}

function storageErrors({ resources }: PersistentVolumeClaimSpec, path: FieldPath): FieldError[] {
  const storage = resources.requests?.['storage'];
  return storage === undefined ? [path.required()] : validatePositiveQuantity(storage, path);
}

function sourcesErrors(
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
  path: FieldPath,
  allowsAnyGroup: boolean,
): FieldError[] {
  const errors = [
    ...(dataSource ? sourceErrors(dataSource, path.child('dataSource'), allowsAnyGroup) : []),
    ...(dataSourceRef ? sourceErrors(dataSourceRef, path.child('dataSourceRef'), allowsAnyGroup) : []),
  ];
  if (!dataSource || !dataSourceRef) return errors;
  if (dataSourceRef.namespace) {
    return [...errors, path.invalid({}, 'may not be specified when dataSourceRef.namespace is specified')];
  }
  const { namespace: _none, ...reference } = dataSourceRef;
  if (jsonEqual(dataSource, reference)) return errors;
  return [...errors, path.invalid({}, 'must match dataSourceRef')];
}

function sourceErrors(source: TypedObjectReference, path: FieldPath, allowsAnyGroup: boolean): FieldError[] {
  const { kind, name, apiGroup, namespace } = source;
  const errors: FieldError[] = [];
  if (name === '') errors.push(path.child('name').required());
  if (kind === '') errors.push(path.child('kind').required());
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    errors.push(path.invalid(kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (apiGroup && !allowsAnyGroup) errors.push(...path.child('apiGroup').check(apiGroup, checkDns1123Subdomain));
  return namespace ? [...errors, ...path.child('namespace').check(namespace, checkDns1123Label)] : errors;
}
