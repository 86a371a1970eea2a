import type { JsonObject, JsonValue } from '../meta/index.js';
import { ObjectDraft } from './object-draft.js';

/** The value without the members that are null, at any depth; the value itself if it has none. List items stay. */
export function discardNulls(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? discardInList(value) : discardInObject(value);
}

function discardInObject(object: JsonObject): JsonObject {
  const draft = new ObjectDraft(object);
  for (const key of Object.keys(object)) {
    const value = object[key] as JsonValue;
    if (value === null) draft.delete(key);
    else draft.set(key, discardNulls(value));
  }
  return draft.value;
}

function discardInList(list: JsonValue[]): JsonValue[] {
  const items = list.map(discardNulls);
  return items.some((item, index) => item !== list[index]) ? items : list;
}
