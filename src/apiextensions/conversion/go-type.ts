import { isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';

/** Returns Go's name of a value's type. */
export function goTypeOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'int64' : 'float64';
}
