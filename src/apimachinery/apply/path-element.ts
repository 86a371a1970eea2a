// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/serialize-pe.go (v1.36)
// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/element.go (v1.36)

import { goJson, type JsonValue } from '../meta/index.js';

/**
 * One path element, as in FieldsV1: `f:<name>` (a field), `k:{"name":"a"}` (the list item with these keys), `v:"x"`
 * (the item of a set), `i:0` (an index). Canonical: equal elements have equal text, so they are compared as strings;
 * they are parsed only to be sorted and printed.
 */
export type PathElement = string;

/** The element of a path that names a field. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** `fields` must be in byte order of their names. */
export function keyElement(fields: readonly (readonly [name: string, value: JsonValue])[]): PathElement {
  return `k:{${fields.map(([name, value]) => keyPrefix(name) + valueText(value)).join(',')}}`;
}

/** The text of a key element before the value of a key. */
export function keyPrefix(name: string): string {
  return `${goJson(name)}:`;
}

/** The element of a path that names an item of a set by its value. */
export function valueElement(value: JsonValue): PathElement {
  return `v:${valueText(value)}`;
}

/** Strings that need no JSON escaping. */
const plain = /^[\w ./:@+-]*$/;

/** `goJson` with a fast path for common keys. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`;
  return Number.isSafeInteger(value) ? String(value) : goJson(value);
}

/** The rank of kinds that this version does not know. */
export const unknownRank = 4;

/** The rank of the element's kind in the sort order. */
export function rankOf(element: PathElement): number {
  const kind = element.charCodeAt(0);
  if (kind === 102) return 0;
  if (kind === 107) return 1;
  if (kind === 118) return 2;
  return kind === 105 ? 3 : unknownRank;
}
