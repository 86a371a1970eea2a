// Follows pkg/apis/storage/validation/validation.go (v1.36)

import { checkQualifiedName, type FieldError, type FieldPath } from '../../../apimachinery/validation/index.js';
import { checkedRequired } from '../../field-checks.js';

const maxParameters = 512;
const maxBytes = 256 * 1024;

/** Parameters for the driver: limited in size, with non-empty keys. */
export function validateParameters(parameters: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  if (Object.keys(parameters).length > maxParameters) return [path.tooLong(maxParameters)];
  const errors = Object.hasOwn(parameters, '') ? [path.invalid('', 'field can not be empty.')] : [];
  return [...errors, ...validateMapSize(parameters, path)];
}

/** Limits the total size of keys and values. */
export function validateMapSize(map: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  const bytes = Object.entries(map).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  return bytes > maxBytes ? [path.tooLong(maxBytes)] : [];
}

/** Name of a provisioner or CSI driver. */
export function validateProvisioner(name: string, path: FieldPath): FieldError[] {
  return checkedRequired(name.toLowerCase(), checkQualifiedName, path);
}
