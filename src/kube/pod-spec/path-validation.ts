import { type FieldError, type FieldPath, invalidValue } from '../../apimachinery/validation/index.js';

/** A path that does not leave its directory. */
export function validateLocalPath(path: string, field: FieldPath): FieldError[] {
  const errors = validateNoBacksteps(path, field);
  return path.startsWith('/') ? [invalidValue(field, path, 'must be a relative path'), ...errors] : errors;
}

export function validateNoBacksteps(path: string, field: FieldPath): FieldError[] {
  return path.split('/').includes('..') ? [invalidValue(field, path, "must not contain '..'")] : [];
}

/** A path of a file that may be in a volume; names that begin with two dots are for those that fill it. */
export function validateFilePath(path: string, field: FieldPath): FieldError[] {
  const errors = validateLocalPath(path, field);
  if (path.startsWith('..') && !path.startsWith('../')) {
    errors.push(invalidValue(field, path, "must not start with '..'"));
  }
  return errors;
}

const maxMode = 0o777;

/** Who may read and write a file, where it is said. */
export function validateFileMode(mode: number | undefined, field: FieldPath): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= maxMode)) return [];
  return [invalidValue(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}
