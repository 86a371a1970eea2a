// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/element.go (v1.36)
// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/value/value.go (v1.36)

import { compareBytes, type JsonObject, type JsonValue } from '../meta/index.js';
import { contentOf, type NamedValues, namedValuesOf } from './element-content.js';
import { type PathElement, rankOf } from './path-element.js';

/** The order of elements in FieldsV1: fields, keys, values, indexes; each by content, strings by bytes. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  const rankA = rankOf(a);
  const rankB = rankOf(b);
  if (rankA !== rankB) return rankA - rankB;
  if (rankA === 0) return compareBytes(a, b);
  return compareTexts(a, b) ?? compareNamedValues(contentOf(a), contentOf(b));
}

/** Sorts elements. */
export function sortElements(elements: readonly PathElement[]): PathElement[] {
  return elements.toSorted(elementComparer());
}

/** Compares like `compareElements`, for many elements: most are compared as text; the others are parsed once each. */
export function elementComparer(): (a: PathElement, b: PathElement) => number {
  const parsed = new Map<PathElement, NamedValues>();
  const content = (element: PathElement): NamedValues => {
    let values = parsed.get(element);
    if (values === undefined) {
      values = contentOf(element);
      parsed.set(element, values);
    }
    return values;
  };
  return (a, b) => {
    const rank = rankOf(a);
    const order = rank - rankOf(b);
    if (order !== 0) return order;
    if (rank === 0) return compareBytes(a, b);
    return compareTexts(a, b) ?? compareNamedValues(content(a), content(b));
  };
}

const quote = 34;
const backslash = 92;

/** Compares two `k:` or two `v:` elements without parsing them; undefined if their texts do not determine the order. */
function compareTexts(a: PathElement, b: PathElement): number | undefined {
  const shared = Math.min(a.length, b.length);
  let isInString = false;
  for (let at = 2; at < shared; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA === backslash || unitB === backslash) return undefined;
    if (unitA !== unitB) return isInString ? compareUnits(unitA, unitB) : undefined;
    if (unitA === quote) isInString = !isInString;
  }
  return undefined;
}

/** Compares the first code units in which two strings differ; a quote marks the end of a string. */
function compareUnits(a: number, b: number): number | undefined {
  if (a === quote) return -1;
  if (b === quote) return 1;
  return a < firstSurrogate && b < firstSurrogate ? a - b : undefined;
}

const firstSurrogate = 0xd800;

function compareNamedValues(a: NamedValues, b: NamedValues): number {
  const shared = Math.min(a.names.length, b.names.length);
  for (let index = 0; index < shared; index++) {
    const order =
      compareBytes(a.names[index] as string, b.names[index] as string) ||
      compareValues(a.values[index] as JsonValue, b.values[index] as JsonValue);
    if (order !== 0) return order;
  }
  return a.names.length - b.names.length;
}

function compareValues(a: JsonValue, b: JsonValue): number {
  const [typeA, typeB] = [valueRank(a), valueRank(b)];
  if (typeA !== typeB) return typeA - typeB;
  if (typeof a === 'string') return compareBytes(a, b as string);
  if (typeof a !== 'object' && typeof b !== 'object') return a < b ? -1 : Number(a > b);
  if (a === null) return 0;
  return compareNamedValues(namedValuesOf(a as JsonObject | JsonValue[]), namedValuesOf(b as JsonObject | JsonValue[]));
}

function valueRank(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
}
