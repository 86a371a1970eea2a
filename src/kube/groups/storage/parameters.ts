import {
  checkQualifiedName,
  type FieldError,
  type FieldPath,
  invalidValue,
  required,
  tooLong,
} from '../../../apimachinery/validation/index.js';

export type Parameters = Readonly<Record<string, string>>;

const maxParameters = 512;
const maxBytes = 256 * 1024;

/** Parameters for the driver: limited in size, with non-empty keys. */
export function validateParameters(parameters: Parameters, path: FieldPath): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > maxParameters) return [tooLong(path, '', maxParameters)];
  const errors = Object.hasOwn(parameters, '') ? [invalidValue(path, '', 'field can not be empty.')] : [];
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return bytes > maxBytes ? [...errors, tooLong(path, '', maxBytes)] : errors;
}

/** Name of a provisioner or CSI driver. */
export function validateProvisioner(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path, '')];
  const lower = name.toLowerCase();
  return checkQualifiedName(lower).map((problem) => invalidValue(path, lower, problem));
}
