// Follows staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.36)

import { isBeingDeleted, isSameTime, type JsonValue, jsonEqual, type ObjectMeta } from '../meta/index.js';
import type { FieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
import {
  validateAnnotations,
  validateFinalizers,
  validateLabels,
  validateManagedFields,
  validateNoNewFinalizers,
  validateOwnerReferences,
} from './metadata-fields.js';
import { checkDns1123Label, type NameRule } from './names.js';

/** How metadata is validated. */
export interface ObjectMetaRules {
  readonly scope: 'Namespaced' | 'Cluster';
  readonly nameRule: NameRule;
  /** Unset: `metadata`. Set for metadata inside another object, such as a pod template. */
  readonly path?: FieldPath;
}

const metadataPath = FieldPath.of('metadata');

/** Validates the metadata of an object to be created. */
export function validateObjectMeta(metadata: ObjectMeta, rules: ObjectMetaRules): FieldError[] {
  const { path = metadataPath } = rules;
  return [
    ...validateNames(metadata, rules.nameRule, path),
    ...validateNamespace(metadata, rules.scope, path),
    ...validateNonnegative(metadata.generation ?? 0, path.child('generation')),
    ...validateMaps(metadata, path),
    ...(metadata.finalizers ? validateFinalizers(metadata.finalizers, path.child('finalizers')) : []),
    ...validateManagers(metadata, path),
  ];
}

function validateNames(metadata: ObjectMeta, nameRule: NameRule, path: FieldPath): FieldError[] {
  const { name = '', generateName = '' } = metadata;
  const errors: FieldError[] = [];
  if (generateName !== '') {
    const generateNamePath = path.child('generateName');
    for (const problem of nameRule(generateName, 'prefix')) {
      errors.push(generateNamePath.invalid(generateName, problem));
    }
  }
  if (name === '') errors.push(path.child('name').required('name or generateName is required'));
  else for (const problem of nameRule(name)) errors.push(path.child('name').invalid(name, problem));
  return errors;
}

function validateNamespace(metadata: ObjectMeta, scope: ObjectMetaRules['scope'], path: FieldPath): FieldError[] {
  const { namespace = '' } = metadata;
  if (scope === 'Cluster') {
    return namespace === '' ? [] : [path.child('namespace').forbidden('not allowed on this type')];
  }
  if (namespace === '') return [path.child('namespace').required()];
  return path.child('namespace').check(namespace, checkDns1123Label);
}

/** Integers beyond 2^53 are bigints. */
export function validateNonnegative(value: number | bigint, path: FieldPath): FieldError[] {
  if (value >= 0) return [];
  return [{ ...path.invalid(value, 'must be greater than or equal to 0'), origin: 'minimum' }];
}

/** Lists are joined by spreading into a new one, not by `push(...list)`: a hostile object can have 100,000 errors. */
function validateMaps({ labels, annotations, ownerReferences }: ObjectMeta, path: FieldPath): FieldError[] {
  return [
    ...(labels ? validateLabels(labels, path.child('labels')) : []),
    ...(annotations ? validateAnnotations(annotations, path.child('annotations')) : []),
    ...(ownerReferences ? validateOwnerReferences(ownerReferences, path.child('ownerReferences')) : []),
  ];
}

function validateManagers({ managedFields }: ObjectMeta, path: FieldPath): FieldError[] {
  return managedFields ? validateManagedFields(managedFields, path.child('managedFields')) : [];
}

/** Validates metadata that replaces older metadata of the same object. */
export function validateObjectMetaUpdate(
  metadata: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath = metadataPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (isBeingDeleted(old)) {
    const finalizers = path.child('finalizers');
    errors.push(...validateNoNewFinalizers(metadata.finalizers ?? [], old.finalizers ?? [], finalizers));
  }
  if (!metadata.resourceVersion) {
    errors.push(path.child('resourceVersion').invalid('', 'must be specified for an update'));
  }
  if ((metadata.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(path.child('generation').invalid(metadata.generation ?? 0, 'must not be decremented'));
  }
  return [
    ...errors,
    ...validateUnchanged(metadata, old, path),
    ...validateMaps(metadata, path),
    ...validateManagers(metadata, path),
  ];
}

function validateUnchanged(metadata: ObjectMeta, old: ObjectMeta, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ['name', 'namespace', 'uid'] as const) {
    const value = metadata[name] ?? '';
    if (value !== (old[name] ?? '')) errors.push(path.child(name).invalid(value, fieldIsImmutable));
  }
  for (const name of ['creationTimestamp', 'deletionTimestamp'] as const) {
    if (isSameTime(metadata[name], old[name])) continue;
    errors.push(path.child(name).invalid(metadata[name] ?? null, fieldIsImmutable));
  }
  const gracePeriod = metadata.deletionGracePeriodSeconds ?? null;
  errors.push(
    ...validateImmutableField(
      gracePeriod,
      old.deletionGracePeriodSeconds ?? null,
      path.child('deletionGracePeriodSeconds'),
    ),
  );
  return errors;
}

/** The text of the error for a field that cannot change. */
export const fieldIsImmutable = 'field is immutable';

/** Returns an error if a field that cannot change has changed. */
export function validateImmutableField(
  value: JsonValue | undefined,
  old: JsonValue | undefined,
  path: FieldPath,
): FieldError[] {
  return jsonEqual(value, old) ? [] : [path.invalid(value ?? null, fieldIsImmutable)];
}
