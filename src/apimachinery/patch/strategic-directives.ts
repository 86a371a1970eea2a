// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { goFormat, isJsonObject, type JsonObject, type JsonValue, withDeferredCalls } from '../meta/index.js';
import { badRequest } from '../status/index.js';
import { goType } from './go-types.js';
import { ObjectDraft } from './object-draft.js';

/** In an object or a list item: `replace` or `delete`. */
export const directive = '$patch';
/** In an object: the keys to keep. */
export const retainKeys = '$retainKeys';
/** `$setElementOrder/<field>`: the order of a list's items. */
export const orderPrefix = '$setElementOrder';
/** `$deleteFromPrimitiveList/<field>`: the items to remove from a list of scalars. */
export const deleteListPrefix = '$deleteFromPrimitiveList';

/** Formats a value of `$patch` as Go does, which expects strings and reports the type of other scalars. */
export function directiveText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) || isJsonObject(value)) return goFormat(value);
  return value === null ? '%!s(<nil>)' : `%!s(${goType(value)}=${goFormat(value)})`;
}

/** The field of a directive with a prefix. */
export function fieldOfDirective(key: string, prefix: typeof orderPrefix | typeof deleteListPrefix): string {
  const separator = key.indexOf('/');
  if (separator < 0 || key.slice(0, separator) !== prefix) {
    const what = prefix === orderPrefix ? 'setElementOrder list' : 'primitive list';
    throw badRequest(`invalid patch format of ${what}`);
  }
  return key.slice(separator + 1);
}

/** Removes objects with `$patch`, at any depth; undefined if the value itself has one. */
export function removeDirectives(value: JsonValue): JsonValue | undefined {
  return typeof value !== 'object' || value === null ? value : removeBelow(value);
}

const removeBelow = withDeferredCalls(
  (value: JsonObject | JsonValue[]): JsonValue | undefined => {
    if (Array.isArray(value)) return removeFromList(value);
    return Object.hasOwn(value, directive) ? undefined : removeFromObject(value);
  },
  (value) => value,
);

function removeFromList(list: JsonValue[]): JsonValue[] {
  const kept = list.map((item) => removeDirectives(item)).filter((item) => item !== undefined);
  return kept.length < list.length || kept.some((item, index) => item !== list[index]) ? kept : list;
}

function removeFromObject(object: JsonObject): JsonObject {
  const draft = new ObjectDraft(object);
  for (const key of Object.keys(object)) {
    const kept = removeDirectives(object[key] as JsonValue);
    if (kept === undefined) draft.delete(key);
    else draft.set(key, kept);
  }
  return draft.value;
}
