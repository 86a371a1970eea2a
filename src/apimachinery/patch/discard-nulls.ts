// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { type JsonObject, type JsonValue, withDeferredCalls } from '../meta/index.js';
import { ObjectDraft } from './object-draft.js';

/** Removes null members, at any depth; returns the value itself if there are none. Null list items are kept. */
export function discardNulls(value: JsonValue): JsonValue {
  return typeof value !== 'object' || value === null ? value : discardBelow(value);
}

const discardBelow = withDeferredCalls(
  (value: JsonObject | JsonValue[]): JsonValue =>
    Array.isArray(value) ? discardInList(value) : discardInObject(value),
  (value) => value,
);

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
  const items = list.map((item) => discardNulls(item));
  return items.some((item, index) => item !== list[index]) ? items : list;
}
