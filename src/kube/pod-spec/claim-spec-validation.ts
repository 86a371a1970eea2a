// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PersistentVolumeClaimSpec, TypedObjectReference } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { validateLabelSelector } from '../../apimachinery/selectors/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  required,
} from '../../apimachinery/validation/index.js';
import { checked, oneOf, validateRequired } from '../field-checks.js';
import { validatePositiveQuantity } from '../quantity-rules.js';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const volumeModes = ['Block', 'Filesystem'];

/** `allowsAnyGroup`: skips the check of the data source's API group, for objects stored before it was introduced. */
export function validateClaimSpec(
  spec: PersistentVolumeClaimSpec,
  path: FieldPath,
  { allowsAnyGroup = false }: { allowsAnyGroup?: boolean } = {},
): FieldError[] {
  const { accessModes: modes = [], selector, storageClassName, volumeMode, volumeAttributesClassName } = spec;
  const className = (name: string | undefined, field: string): FieldError[] =>
    name ? checked(name, checkDns1123Subdomain, path.child(field)) : [];
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
    .map((mode) => notSupported(path, mode, accessModes));
  const hasOthers = modes.some((mode) => mode !== single && accessModes.includes(mode));
  if (!hasOthers || !modes.includes(single)) return errors;
  return [...errors, forbidden(path, 'may not use ReadWriteOncePod with other access modes')];
}

function storageErrors({ resources }: PersistentVolumeClaimSpec, path: FieldPath): FieldError[] {
  const storage = resources.requests?.['storage'];
  return storage === undefined ? [required(path, '')] : validatePositiveQuantity(storage, path);
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
    return [...errors, invalidValue(path, {}, 'may not be specified when dataSourceRef.namespace is specified')];
  }
  const { namespace: _none, ...reference } = dataSourceRef;
  if (jsonEqual(dataSource, reference)) return errors;
  return [...errors, invalidValue(path, {}, 'must match dataSourceRef')];
}

function sourceErrors(source: TypedObjectReference, path: FieldPath, allowsAnyGroup: boolean): FieldError[] {
  const { kind, name, apiGroup, namespace } = source;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(path.child('name'), ''));
  if (kind === '') errors.push(required(path.child('kind'), ''));
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    errors.push(invalidValue(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (apiGroup && !allowsAnyGroup) errors.push(...checked(apiGroup, checkDns1123Subdomain, path.child('apiGroup')));
  return namespace ? [...errors, ...checked(namespace, checkDns1123Label, path.child('namespace'))] : errors;
}
