// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/remove.go (v1.36)

import {
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
  withDeferredCalls,
} from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType } from './apply-type.js';
import type { FieldSet } from './field-set.js';
import { itemElement } from './list-items.js';
import { fieldElement } from './path-element.js';

/**
 * Removes the fields and items of the set. A map or list that becomes empty turns into null: it was not itself removed,
 * so its key stays. Returns `value` itself if nothing is removed.
 */
export const removeItems = withDeferredCalls(removeFrom, (_type, value) => value);

function removeFrom(type: ApplyType, value: JsonValue, items: FieldSet): JsonValue {
  if (items.elements.length === 0) return value;
  const kind = kindOf(type, value);
  if (kind === 'map' && isJsonObject(value)) return removeFromMap(type.map as MapType, value, items);
  if (kind === 'list' && Array.isArray(value)) return removeFromList(type.list as ListType, value, items);
  return value;
}

function removeFromMap(type: MapType, value: JsonObject, items: FieldSet): JsonValue {
  if (type.isAtomic) return null;
  const kept: JsonObject = {};
  let isSame = true;
  for (const name of Object.keys(value)) {
    const field = type.fields.get(name);
    const below = items.child(field?.element ?? fieldElement(name));
    if (below.self) {
      isSame = false;
      continue;
    }
    const item = value[name] as JsonValue;
    const left = below.isEmpty ? item : removeItems(field?.type ?? type.undeclaredType, item, below);
    if (left !== item) isSame = false;
    setOwn(kept, name, left);
  }
  if (isSame) return value;
  return isEmptyObject(kept) ? null : kept;
}

function removeFromList(type: ListType, value: JsonValue[], items: FieldSet): JsonValue {
  if (type.kind === 'atomic') return null;
  const kept: JsonValue[] = [];
  let isSame = true;
  for (const item of value) {
    const below = items.child(itemElement(type, item));
    if (below.self) {
      isSame = false;
      continue;
    }
    const left = below.isEmpty ? item : removeItems(type.elementType, item, below);
    if (left !== item) isSame = false;
    kept.push(left);
  }
  if (isSame) return value;
  return kept.length === 0 ? null : kept;
}

/** Returns the part of the value that the set covers, that is, what its manager owns. Undefined if there is none. */
export const extractItems = withDeferredCalls(extractFrom, (_type, value) => value);

function extractFrom(type: ApplyType, value: JsonValue, items: FieldSet): JsonValue | undefined {
  const kind = kindOf(type, value);
  if (kind === 'map' && isJsonObject(value) && !(type.map as MapType).isAtomic) {
    return extractFromMap(type.map as MapType, value, items);
  }
  if (kind === 'list' && Array.isArray(value) && (type.list as ListType).kind !== 'atomic') {
    return extractFromList(type.list as ListType, value, items);
  }
  return items.isEmpty ? undefined : value;
}

function extractFromMap(type: MapType, value: JsonObject, items: FieldSet): JsonObject | undefined {
  const taken: JsonObject = {};
  for (const name of Object.keys(value)) {
    const field = type.fields.get(name);
    const below = items.child(field?.element ?? fieldElement(name));
    if (below.isEmpty) continue;
    const item = extractItems(field?.type ?? type.undeclaredType, value[name] as JsonValue, below);
    if (item !== undefined) setOwn(taken, name, item);
  }
  return items.self || Object.keys(taken).length > 0 ? taken : undefined;
}

function extractFromList(type: ListType, value: JsonValue[], items: FieldSet): JsonValue[] | undefined {
  const taken: JsonValue[] = [];
  for (const item of value) {
    const below = items.child(itemElement(type, item));
    const part = below.isEmpty ? undefined : extractItems(type.elementType, item, below);
    if (part !== undefined) taken.push(part);
  }
  return items.self || taken.length > 0 ? taken : undefined;
}
