// Follows pkg/apis/core/validation/validation.go (v1.36)

import { checkDns1123Subdomain, type FieldError, type FieldPath } from '../../../apimachinery/validation/index.js';

const maxLength = 63;

/** Validates a reference to a CSI driver. */
export function validateDriverName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [path.required()];
  const errors = Buffer.byteLength(name) > maxLength ? [path.tooLong(maxLength)] : [];
  const problems = checkDns1123Subdomain(name.toLowerCase());
  return [...errors, ...problems.map((problem) => path.invalid(name, problem))];
}
