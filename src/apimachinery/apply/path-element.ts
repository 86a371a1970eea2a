import { goJson, type JsonValue } from '../meta/index.js';

/**
 * One step from a value into it, as FieldsV1 writes it: `f:<name>` (a field), `k:{"name":"a"}` (the item of a list with
 * these keys), `v:"x"` (the item of a set), `i:0` (an index). Equal steps have one text, so texts are compared as they
 * are; what is inside of them is only looked at to order and to print them.
 */
export type PathElement = string;

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** `fields` in byte order of their names. */
export function keyElement(fields: readonly (readonly [name: string, value: JsonValue])[]): PathElement {
  return `k:{${fields.map(([name, value]) => keyPrefix(name) + valueText(value)).join(',')}}`;
}

/** What a key element has before the value of a key. */
export function keyPrefix(name: string): string {
  return `${goJson(name)}:`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${valueText(value)}`;
}

/** Strings that JSON writes as they are. */
const plain = /^[\w ./:@+-]*$/;

/** `goJson`, faster for what most keys are. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`;
  return Number.isSafeInteger(value) ? String(value) : goJson(value);
}

/** The rank of kinds that only a later version knows. */
export const unknownRank = 4;

/** The place of the element's kind in the order of kinds. */
export function rankOf(element: PathElement): number {
  const kind = element.charCodeAt(0);
  if (kind === 102) return 0;
  if (kind === 107) return 1;
  if (kind === 118) return 2;
  return kind === 105 ? 3 : unknownRank;
}
