// Follows staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36)

import {
  compareBytes,
  goJson,
  goQuote,
  isPrintable,
  type ManagedFieldsEntry,
  type OwnerReference,
  parseGroupVersion,
} from '../meta/index.js';
import { BoundedErrors } from './error-report.js';
import { type FieldError, VerbatimValue } from './field-error.js';
import type { FieldPath } from './field-path.js';
import { keysOf, visitItems } from './limited-errors.js';
import { checkLabelValue, checkQualifiedName } from './names.js';
import { byteLength } from './text-rules.js';

const totalAnnotationSizeLimit = 256 * 1024;

type TextMap = Readonly<Record<string, string>>;

/** Validates the key of a label. */
export function validateLabelName(name: string, path: FieldPath): FieldError[] {
  return checkQualifiedName(name).map((problem) => wrongKey(name, problem, path));
}

function wrongKey(key: string, problem: string, path: FieldPath): FieldError {
  return { ...path.invalid(key, problem), origin: 'format=k8s-label-key' };
}

/** Validates labels. */
export function validateLabels(labels: TextMap, path: FieldPath): FieldError[] {
  // Of many keys, `Object.entries` takes three times as long.
  const { errors } = visitItems(keysOf(labels), new BoundedErrors(), (found, key) => {
    const value = labels[key]!;
    for (const problem of checkQualifiedName(key)) found.add(() => wrongKey(key, problem, path));
    for (const problem of checkLabelValue(value)) {
      found.add(() => ({ ...path.invalid(value, problem), origin: 'format=k8s-label-value' }));
    }
  });
  return errors;
}

/** Validates annotations: their keys and total size. */
export function validateAnnotations(annotations: TextMap, path: FieldPath): FieldError[] {
  const state = { found: new BoundedErrors(), totalSize: 0 };
  const { found, totalSize } = visitItems(keysOf(annotations), state, (checked, key) => {
    checked.totalSize += byteLength(key) + byteLength(annotations[key]!);
    for (const problem of checkQualifiedName(key.toLowerCase())) checked.found.add(() => wrongKey(key, problem, path));
  });
  if (totalSize > totalAnnotationSizeLimit) return [...found.errors, path.tooLong(totalAnnotationSizeLimit)];
  return found.errors;
}

/** Validates owner references: at most one is the controller. */
export function validateOwnerReferences(references: readonly OwnerReference[], path: FieldPath): FieldError[] {
  const errors = references.flatMap((reference) => validateOwnerReference(reference, path));
  const [first, ...others] = references.filter(({ controller }) => controller === true);
  if (first === undefined || others.length === 0) return errors;
  const shown = new VerbatimValue(`[${references.map(showOwnerReference).join(',')}]`);
  const tooMany = others.slice(0, maxShownControllers).map((other) => {
    const names = `${showController(first)} and ${showController(other)}`;
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${names}`;
    return path.invalid(shown, detail);
  });
  return [...errors, ...tooMany];
}

/** Limits these errors, because each shows the whole list. */
const maxShownControllers = 10;

function showController({ kind = '', name = '' }: OwnerReference): string {
  return `${kind}/${name}`;
}

function validateOwnerReference(reference: OwnerReference, path: FieldPath): FieldError[] {
  const { apiVersion = '', kind = '', name = '', uid = '' } = reference;
  const errors: FieldError[] = [];
  const version = versionOf(apiVersion);
  if (version === '') errors.push(path.child('apiVersion').invalid(apiVersion, 'version must not be empty'));
  if (kind === '') errors.push(path.child('kind').invalid(kind, 'must not be empty'));
  if (name === '') errors.push(path.child('name').invalid(name, 'must not be empty'));
  if (uid === '') errors.push(path.child('uid').invalid(uid, 'must not be empty'));
  if (apiVersion === 'v1' && kind === 'Event') {
    const shown = new VerbatimValue(showOwnerReference(reference));
    errors.push(path.invalid(shown, '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}

/** The empty string for an invalid apiVersion. */
function versionOf(apiVersion: string): string {
  return apiVersion.split('/', 3).length > 2 ? '' : parseGroupVersion(apiVersion).version;
}

/** Members in the order of the Go type; the first four are included even if empty. */
function showOwnerReference(reference: OwnerReference): string {
  const { apiVersion = '', kind = '', name = '', uid = '', controller, blockOwnerDeletion } = reference;
  const members = Object.entries({ apiVersion, kind, name, uid, controller, blockOwnerDeletion });
  const shown = members.filter(([, value]) => value !== undefined).map(([key, value]) => `"${key}":${goJson(value)}`);
  return `{${shown.join(',')}}`;
}

/** Validates the name of a finalizer. */
export function validateFinalizerName(name: string, path: FieldPath): FieldError[] {
  return path.check(name, checkQualifiedName);
}

/** Validates a list of finalizers. */
export function validateFinalizers(finalizers: readonly string[], path: FieldPath): FieldError[] {
  const errors = finalizers.flatMap((finalizer) => validateFinalizerName(finalizer, path));
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const detail = 'finalizer orphan and foregroundDeletion cannot be both set';
    errors.push(path.invalid([...finalizers], detail));
  }
  return errors;
}

/** While an object is being deleted, finalizers can only be removed. */
export function validateNoNewFinalizers(
  finalizers: readonly string[],
  oldFinalizers: readonly string[],
  path: FieldPath,
): FieldError[] {
  const old = new Set(oldFinalizers);
  const added = [...new Set(finalizers.filter((finalizer) => !old.has(finalizer)))].sort(compareBytes);
  if (added.length === 0) return [];
  const shown = `[]string{${added.map(goQuote).join(', ')}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`;
  return [path.forbidden(detail)];
}

const fieldManagerMaxLength = 128;
const subresourceMaxLength = 256;

/**
 * A name that is too long is not checked further: each of its characters could cause an error that shows the whole
 * name.
 */
export function validateFieldManager(manager: string, path: FieldPath): FieldError[] {
  if (byteLength(manager) > fieldManagerMaxLength) return [path.tooLong(fieldManagerMaxLength)];
  const errors: FieldError[] = [];
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      errors.push(path.invalid(manager, `invalid character U+${code} (at position ${position})`));
    }
    position += byteLength(character);
  }
  return errors;
}

/** Validates managed fields. */
export function validateManagedFields(entries: readonly ManagedFieldsEntry[], path: FieldPath): FieldError[] {
  return entries.flatMap((entry, index) => validateManagedFieldsEntry(entry, path.index(index)));
}

function validateManagedFieldsEntry(entry: ManagedFieldsEntry, path: FieldPath): FieldError[] {
  const { operation = '', fieldsType = '', manager = '', subresource = '' } = entry;
  const errors: FieldError[] = [];
  if (operation !== 'Apply' && operation !== 'Update') {
    errors.push(path.child('operation').invalid(operation, 'must be `Apply` or `Update`'));
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    errors.push(path.child('fieldsType').invalid(fieldsType, 'must be `FieldsV1`'));
  }
  errors.push(...validateFieldManager(manager, path.child('manager')));
  if (byteLength(subresource) > subresourceMaxLength) {
    errors.push(path.child('subresource').tooLong(subresourceMaxLength));
  }
  return errors;
}
