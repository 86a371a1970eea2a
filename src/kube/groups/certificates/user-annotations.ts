// Follows pkg/apis/core/validation/validation.go (v1.36)

import { checkQualifiedName, type FieldError, type FieldPath } from '../../../apimachinery/validation/index.js';

const maxTotalBytes = 256 * 1024;

/** Annotations that a user adds to the certificate of a pod: their keys have a domain. */
export function validateUserAnnotations(
  annotations: Readonly<Record<string, string>>,
  path: FieldPath,
): readonly FieldError[] {
  const errors = Object.keys(annotations).flatMap((key) => keyErrors(key.toLowerCase(), path));
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes > maxTotalBytes ? [...errors, path.tooLong(maxTotalBytes)] : errors;
}

function keyErrors(key: string, path: FieldPath): FieldError[] {
  if (key === '') return [path.required()];
  const problems = checkQualifiedName(key);
  if (problems.length > 0) return problems.map((problem) => path.invalid(key, problem));
  return key.includes('/') ? [] : [path.invalid(key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}
