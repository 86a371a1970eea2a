// Follows vendor/gopkg.in/evanphx/json-patch.v4/merge.go (v1.36)

import { getOwn, isJsonObject, type JsonObject, type JsonValue, jsonEqual, withDeferredCalls } from '../meta/index.js';
import { discardNulls } from './discard-nulls.js';
import { ObjectDraft } from './object-draft.js';

/**
 * Applies a merge patch (RFC 7386). Modifies neither document; the result shares unchanged parts with the original, and
 * is the same object if the patch has no effect.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  return mergeObject(document, patch);
}

/** Returns a merge patch that turns `before` into `after`. It cannot express members that are null in `after`. */
export function createMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  return diffObject(before, after);
}

const mergeObject = withDeferredCalls(mergeMembers, (document) => document);

function mergeMembers(document: JsonObject, patch: JsonObject): JsonObject {
  const draft = new ObjectDraft(document);
  for (const key of Object.keys(patch)) {
    const value = patch[key] as JsonValue;
    if (value === null) draft.delete(key);
    else draft.set(key, mergeValue(draft.get(key), value));
  }
  return draft.value;
}

/**
 * Nulls in a new value mean that the member is absent, also for objects in lists, where upstream goes beyond the RFC.
 */
function mergeValue(current: JsonValue | undefined, value: JsonValue): JsonValue {
  return isJsonObject(current) && isJsonObject(value) ? mergeObject(current, value) : discardNulls(value);
}

const diffObject = withDeferredCalls(diffMembers, (_before, after) => after);

function diffMembers(before: JsonObject, after: JsonObject): JsonObject {
  const draft = new ObjectDraft({});
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) draft.set(key, null);
  }
  for (const key of Object.keys(after)) {
    const [old, value] = [getOwn(before, key), after[key] as JsonValue];
    if (jsonEqual(old, value)) continue;
    draft.set(key, isJsonObject(old) && isJsonObject(value) ? diffObject(old, value) : value);
  }
  return draft.value;
}
