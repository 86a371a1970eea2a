// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';

/** A relative path without `..`. */
export function validateLocalPath(path: string, field: FieldPath): FieldError[] {
  const errors = validateNoBacksteps(path, field);
  return path.startsWith('/') ? [field.invalid(path, 'must be a relative path'), ...errors] : errors;
}

export function validateNoBacksteps(path: string, field: FieldPath): FieldError[] {
  return path.split('/').includes('..') ? [field.invalid(path, "must not contain '..'")] : [];
}

/** A path of a file in a volume; names that begin with two dots are reserved for the volume writer. */
export function validateFilePath(path: string, field: FieldPath): FieldError[] {
  const errors = validateLocalPath(path, field);
  if (path.startsWith('..') && !path.startsWith('../')) {
    errors.push(field.invalid(path, "must not start with '..'"));
  }
  return errors;
}

const maxMode = 0o777;

/** Permission bits, if set. */
export function validateFileMode(mode: number | undefined, field: FieldPath): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= maxMode)) return [];
  return [field.invalid(mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}
