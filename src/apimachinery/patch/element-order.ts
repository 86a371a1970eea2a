// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import { getOwn, goFormat, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { errorWithoutReason } from '../status/index.js';
import { discardNulls } from './discard-nulls.js';
import { goType } from './go-types.js';
import { inOrder, type KeyOf } from './list-order.js';
import { holdsObjects, itself, memberKey, mergeList, type PatchRun } from './merge-list.js';
import type { ObjectDraft } from './object-draft.js';
import { fieldOrRefuse, type PatchSchema } from './patch-schema.js';
import { directive, fieldOfDirective, orderPrefix, removeDirectives } from './strategic-directives.js';

export interface OrderRules {
  readonly schema: PatchSchema;
  readonly run: PatchRun;
}

/**
 * Applies each `$setElementOrder/<field>` of a patch, together with the patch of that list. Returns the fields whose
 * patch is thereby applied.
 */
export function applyElementOrder(draft: ObjectDraft, patch: JsonObject, rules: OrderRules): ReadonlySet<string> {
  const done = new Set<string>();
  for (const key of Object.keys(patch)) {
    if (!key.startsWith(orderPrefix)) continue;
    const order = listOrRefuse(patch[key] as JsonValue);
    const name = fieldOfDirective(key, orderPrefix);
    const list = orderedList(draft, patch, { name, order, rules });
    if (list === undefined) continue;
    draft.set(name, list);
    done.add(name);
  }
  return done;
}

interface Order {
  readonly name: string;
  readonly order: readonly JsonValue[];
  readonly rules: OrderRules;
}

/** The list with its patch merged and in order; undefined if neither the object nor the patch has it. */
function orderedList(draft: ObjectDraft, patch: JsonObject, { name, order, rules }: Order): JsonValue[] | undefined {
  const current = optionalList(draft.get(name));
  const changes = optionalList(getOwn(patch, name));
  const field = fieldOrRefuse(rules.schema, name);
  const keyOf = field?.mergeKey === undefined ? itself : memberKey(field.mergeKey);
  checkOrder(changes ?? [], order, keyOf);
  if (current === undefined && changes === undefined) return undefined;
  rules.run.countItems((current?.length ?? 0) + order.length);
  holdsObjects(current ?? [], changes ?? []);
  const merged = mergedList(current, changes, () => {
    const merges = field?.strategy === 'merge';
    return merges ? mergeList(current ?? [], changes ?? [], { field, run: rules.run }) : (changes ?? []);
  });
  if (field?.mergeKey !== undefined) checkPlaces(merged, order, field.mergeKey);
  return inOrder(merged, { wanted: order, present: current ?? [], keyOf });
}

function mergedList(
  current: JsonValue[] | undefined,
  changes: JsonValue[] | undefined,
  merge: () => JsonValue[],
): JsonValue[] {
  if (changes === undefined) return current ?? [];
  return current === undefined ? (removeDirectives(discardNulls(changes)) as JsonValue[]) : merge();
}

/** The items of the patch must be in the order list, in the same order. Items with directives are ignored. */
function checkOrder(changes: readonly JsonValue[], order: readonly JsonValue[], keyOf: KeyOf): void {
  if (order.length === 0) return;
  const items = changes.filter((item) => !isJsonObject(item) || !Object.hasOwn(item, directive));
  let next = 0;
  for (const place of order) {
    if (next === items.length) return;
    if (keyOf(items[next] as JsonValue) === keyOf(place)) next++;
  }
  if (next < items.length) {
    throw errorWithoutReason(
      `The order in patch list:\n${goFormat([...changes])}\n doesn't match ${orderPrefix} list:\n${goFormat([...order])}\n`,
    );
  }
}

/** Upstream looks for each item of the list in the order list, and stops at anything there that is not an object. */
function checkPlaces(items: readonly JsonValue[], order: readonly JsonValue[], mergeKey: string): void {
  const stranger = order.findIndex((place) => !isJsonObject(place));
  if (stranger < 0) return;
  const before = new Set(order.slice(0, stranger).map((place) => getOwn(place as JsonObject, mergeKey)));
  if (items.every((item) => isJsonObject(item) && before.has(getOwn(item, mergeKey)))) return;
  throw errorWithoutReason(`value for key ${stranger} is not a map`);
}

function optionalList(value: JsonValue | undefined): JsonValue[] | undefined {
  return value === undefined ? undefined : listOrRefuse(value);
}

function listOrRefuse(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  throw errorWithoutReason(`expected a []interface {}, but received a ${goType(value)}`);
}
