import { goQuote, isJsonObject, type JsonValue } from '../meta/index.js';
import type { ListType } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { keyElement, type PathElement, valueElement } from './path-element.js';

/** The element that tells an item of a `set` or `map` list from the others. Throws ApplyTypeError where there is none. */
export function itemElement(type: ListType, item: JsonValue): PathElement {
  return type.kind === 'map' ? keyedElement(type, item) : setElement(item);
}

function keyedElement(type: ListType, item: JsonValue): PathElement {
  if (item === null) throw new ApplyTypeError('associative list with keys may not have a null element');
  if (!isJsonObject(item)) throw new ApplyTypeError('associative list with keys may not have non-map elements');
  const fields: [string, JsonValue][] = [];
  for (const key of type.sortedKeys) {
    // A missing key without a default is not part of the element: with it the item would be another one.
    const value = Object.hasOwn(item, key) ? item[key] : type.elementType.map?.fields.get(key)?.default;
    if (value !== undefined) fields.push([key, value]);
  }
  if (fields.length > 0) return keyElement(fields);
  throw new ApplyTypeError(
    `associative list with keys has an element that omits all key fields [${type.keys.map(goQuote).join(' ')}] ` +
      "(and doesn't have default values for any key fields)",
  );
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

/** The elements of a list's items, in order. */
export function itemElements(type: ListType, items: readonly JsonValue[]): PathElement[] {
  return items.map((item, index) => {
    try {
      return itemElement(type, item);
    } catch (error) {
      throw error instanceof ApplyTypeError ? new ApplyTypeError(`element ${index}: ${error.detail}`) : error;
    }
  });
}

/** The items of a list by their elements; more than one where the list repeats an element. */
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
