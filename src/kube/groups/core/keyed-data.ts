// Follows pkg/apis/core/types.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)

import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../server/registry/index.js';

/** Maximum total size of the values of a Secret or ConfigMap. */
export const maxDataBytes = 1024 * 1024;

/** Returns the number of keys. */
export function sizeOf(data: Readonly<Record<string, string>> = {}): number {
  return Object.keys(data).length;
}

/** Returns the decoded length of a base64 text. */
export function base64Bytes(text: string): number {
  return Buffer.byteLength(text, 'base64');
}

/** The errors of changing what `immutable` protects: `changed` are the fields that differ. */
export function validateImmutableData(
  { object, old }: Replacement<{ immutable?: boolean }>,
  changed: readonly string[],
): FieldError[] {
  if (!old.immutable) return [];
  const fields = object.immutable ? changed : ['immutable', ...changed];
  return fields.map((field) => FieldPath.of(field).forbidden('field is immutable when `immutable` is set'));
}
