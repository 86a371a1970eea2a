// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { getOwn, goFormat, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { errorWithoutReason } from '../status/index.js';
import { goType } from './go-types.js';
import { inOrder, type KeyOf } from './list-order.js';
import { doesNotApply } from './patch-errors.js';
import { type PatchField, type PatchSchema, unknownPatchSchema } from './patch-schema.js';
import { directive, directiveText } from './strategic-directives.js';

/** One application of a patch, shared by all lists in it. */
export interface PatchRun {
  merge(object: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject;
  /** Throws if a patch causes too much work. */
  countItems(count: number): void;
}

export interface ListRules {
  readonly field: PatchField | undefined;
  readonly run: PatchRun;
}

/** Merges a patch into a list: scalars as a set, objects by their merge key. The patch's items determine the order. */
export function mergeList(list: JsonValue[], patch: JsonValue[], rules: ListRules): JsonValue[] {
  if (list.length === 0 && patch.length === 0) return list;
  rules.run.countItems(list.length + patch.length);
  if (!holdsObjects(list, patch)) {
    const merged = [...new Set([...list, ...patch])];
    return inOrder(merged, { wanted: patch, present: list, keyOf: itself });
  }
  const { mergeKey } = rules.field ?? {};
  if (mergeKey === undefined) throw errorWithoutReason('cannot merge lists without merge key for struct');
  const keyOf = memberKey(mergeKey);
  const { present, changes } = applyItemDirectives(list as JsonObject[], patch as JsonObject[], keyOf);
  const merged = mergeByKey(present, changes, { ...rules, keyOf });
  return inOrder(merged, { wanted: changes, present, keyOf });
}

export const itself: KeyOf = (item) => item;

/** Identifies objects by one of their members, which is required. */
export function memberKey(mergeKey: string): KeyOf {
  return (item) => {
    if (!isJsonObject(item)) {
      throw errorWithoutReason(`expected a map[string]interface {}, but received a ${goType(item)}`);
    }
    const key = getOwn(item, mergeKey);
    if (key === undefined) {
      throw errorWithoutReason(`map: ${goFormat(item)} does not contain declared merge key: ${mergeKey}`);
    }
    return key;
  };
}

/** Whether the lists contain objects rather than scalars. All items must be of one type, which is not that of lists. */
export function holdsObjects(list: readonly JsonValue[], patch: readonly JsonValue[]): boolean {
  const sample = list[0] ?? patch[0];
  if (sample === undefined) throw errorWithoutReason('no elements in any of the given slices');
  const type = goType(sample);
  if (type === '[]interface {}') throw doesNotApply('lists of lists are not supported');
  for (const item of [...list, ...patch]) {
    if (goType(item) !== type) {
      throw errorWithoutReason(`list element types are not identical: ${goFormat([[...list], [...patch]])}`);
    }
  }
  return type === 'map[string]interface {}';
}

/** Applies items with `$patch`; returns the rest of both lists, which remains to be merged. */
function applyItemDirectives(list: readonly JsonObject[], patch: readonly JsonObject[], keyOf: KeyOf) {
  const changes = patch.filter((item) => !Object.hasOwn(item, directive));
  if (changes.length === patch.length) return { present: list, changes };
  const deleted = new Set<JsonValue>();
  let replaces = false;
  for (const item of patch) {
    const kind = getOwn(item, directive);
    if (kind === 'delete') deleted.add(keyOf(item));
    else if (kind === 'replace') replaces = true;
    else if (kind === 'merge') throw errorWithoutReason('merging lists cannot yet be specified in the patch');
    else if (kind !== undefined) {
      throw errorWithoutReason(`unknown patch type: ${directiveText(kind)} in map: ${goFormat(item)}`);
    }
  }
  if (replaces) return { present: changes, changes: [] };
  return { present: list.filter((item) => !deleted.has(keyOf(item))), changes };
}

function mergeByKey(
  present: readonly JsonObject[],
  changes: readonly JsonObject[],
  { field, run, keyOf }: ListRules & { readonly keyOf: KeyOf },
): JsonObject[] {
  const merged = [...present];
  const places = new Map<JsonValue, number>();
  for (const [place, item] of merged.entries()) {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, place);
  }
  for (const change of changes) {
    const key = keyOf(change);
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, merged.length);
      merged.push(change);
    } else {
      merged[place] = run.merge(merged[place] as JsonObject, change, field?.schema ?? unknownPatchSchema);
    }
  }
  return merged;
}
