// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/helpers.go (v1.36)

import { getOwn, goQuote, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import type { ListType } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { type PathElement, valueElement, valueText } from './path-element.js';

/** Returns the element that identifies an item of a `set` or `map` list. Throws ApplyTypeError if there is none. */
export function itemElement(type: ListType, item: JsonValue): PathElement {
  return type.kind === 'map' ? keyedElement(type, item) : setElement(item);
}

function keyedElement(type: ListType, item: JsonValue): PathElement {
  if (item === null) throw new ApplyTypeError('associative list with keys may not have a null element');
  if (!isJsonObject(item)) throw new ApplyTypeError('associative list with keys may not have non-map elements');
  let text = '';
  for (let index = 0; index < type.sortedKeys.length; index++) {
    // A missing key without a default is not part of the element.
    const value = keyValue(type, item, type.sortedKeys[index] as string);
    if (value !== undefined) text += (text === '' ? 'k:{' : ',') + type.keyPrefixes[index] + valueText(value);
  }
  if (text !== '') return `${text}}`;
  throw new ApplyTypeError(
    `associative list with keys has an element that omits all key fields [${type.keys.map(goQuote).join(' ')}] ` +
      "(and doesn't have default values for any key fields)",
  );
}

function keyValue(type: ListType, item: JsonObject, key: string): JsonValue | undefined {
  const value = getOwn(item, key);
  return value === undefined ? type.keyDefault(key) : value;
}

/** Whether two items of one list type certainly have the same element. Cheaper than building their elements. */
export function isSameItem(type: ListType, a: JsonValue, b: JsonValue): boolean {
  if (type.kind === 'set') return a === b && typeof a !== 'object';
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return type.sortedKeys.every((key) => {
    const value = keyValue(type, a, key);
    return value !== undefined && typeof value !== 'object' && value === keyValue(type, b, key);
  });
}

function setElement(item: JsonValue): PathElement {
  if (typeof item !== 'object') return valueElement(item);
  if (item === null) throw new ApplyTypeError("associative list without keys has an element that's an explicit null");
  throw new ApplyTypeError(
    Array.isArray(item)
      ? 'not supported: associative list with lists as elements'
      : "associative list without keys has an element that's a map type",
  );
}

/** Returns the elements of a list's items, in order. */
export function itemElements(type: ListType, items: readonly JsonValue[]): PathElement[] {
  return items.map((item, index) => elementAt(type, item, index));
}

/** The element of a list's item; `index` is for errors. */
export function elementAt(type: ListType, item: JsonValue, index: number): PathElement {
  try {
    return itemElement(type, item);
  } catch (error) {
    throw error instanceof ApplyTypeError ? new ApplyTypeError(`element ${index}: ${error.detail}`) : error;
  }
}

/** With fewer elements, pairwise comparison is cheaper than a Set. */
const fewElements = 8;

export function hasRepetition(elements: readonly PathElement[]): boolean {
  if (elements.length > fewElements) return new Set(elements).size < elements.length;
  for (let index = 1; index < elements.length; index++) {
    if (elements.indexOf(elements[index] as PathElement) < index) return true;
  }
  return false;
}

/** Groups the items of a list by their elements; a duplicate element has several items. */
export function groupItems(type: ListType, items: readonly JsonValue[]): Map<PathElement, JsonValue[]> {
  const groups = new Map<PathElement, JsonValue[]>();
  itemElements(type, items).forEach((element, index) => {
    const item = items[index] as JsonValue;
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  });
  return groups;
}
