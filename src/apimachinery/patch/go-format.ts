import { compareBytes, goNumber, type JsonValue } from '../meta/index.js';

/** A decoded value as Go's `%v` prints it in error messages: `map[image:x ports:[80 443]]`. */
export function goFormat(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(goFormat).join(' ')}]`;
  const members = Object.keys(value).sort(compareBytes);
  return `map[${members.map((key) => `${key}:${goFormat(value[key])}`).join(' ')}]`;
}

/** What Go's JSON decoder calls the type of a value that it did not expect. */
export function goTypeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** The Go type that a decoded value has. */
export function goType(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}
