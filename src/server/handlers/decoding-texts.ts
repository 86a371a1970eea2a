import type { JsonValue } from '../../apimachinery/meta/index.js';

/** What Go's decoder calls that which it first reads of an object. */
export const typeMetaName =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** What Go's decoder calls a value. */
export function typeNameOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
