import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { maxDepth } from './depth.js';
import { itemElements } from './list-items.js';
import { setKey } from './own-property.js';
import type { PathElement } from './path-element.js';

/**
 * The live value with the applied one laid over it: maps key by key, `set` and `map` lists item by item, everything else
 * replaced. Nothing is removed. Gives back `live` itself where the applied value changes nothing; shares what it can
 * with both and changes neither.
 */
export function mergeValues(type: ApplyType, live: JsonValue, applied: JsonValue): JsonValue {
  return merge(type, live, applied, 0);
}

function merge(type: ApplyType, live: JsonValue, applied: JsonValue, depth: number): JsonValue {
  if (live === applied) return live;
  if (depth > maxDepth) throw new ApplyTypeError('nested too deeply');
  const kind = kindOf(type, applied);
  if (kind === 'map' && !(type.map as MapType).isAtomic) {
    const [left, right] = [asFilledMap(live), asFilledMap(applied)];
    if (left !== undefined && right !== undefined) return mergeMaps(type.map as MapType, left, right, depth);
    if (left !== undefined) return left;
  } else if (kind === 'list' && (type.list as ListType).kind !== 'atomic') {
    const [left, right] = [asFilledList(live), asFilledList(applied)];
    if (left !== undefined && right !== undefined) return mergeLists(type.list as ListType, left, right, depth);
    if (left !== undefined) return left;
  }
  return jsonEqual(live, applied) ? live : applied;
}

function asFilledMap(value: JsonValue): JsonObject | undefined {
  return isJsonObject(value) && Object.keys(value).length > 0 ? value : undefined;
}

function asFilledList(value: JsonValue): JsonValue[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

function mergeMaps(type: MapType, live: JsonObject, applied: JsonObject, depth: number): JsonObject {
  let merged = live;
  for (const name of Object.keys(applied)) {
    const value = applied[name] as JsonValue;
    const isNew = !Object.hasOwn(live, name);
    const result = isNew ? value : merge(type.typeOf(name), live[name] as JsonValue, value, depth + 1);
    if (!isNew && result === live[name]) continue;
    if (merged === live) merged = { ...live };
    setKey(merged, name, result);
  }
  return merged;
}

/**
 * Items that both lists have come in the order of the applied list. Items that only one of them has keep their place
 * before the next item that both have; at one place those of the live list come first.
 * Items that the live list repeats are dropped for the applied one where there is one, and kept otherwise.
 */
function mergeLists(
  type: ListType,
  live: readonly JsonValue[],
  applied: readonly JsonValue[],
  depth: number,
): JsonValue[] {
  const [liveOrder, appliedOrder] = [itemElements(type, live), itemElements(type, applied)];
  const liveItems = uniqueItems(liveOrder, live);
  const appliedItems = new Map(appliedOrder.map((element, index) => [element, applied[index] as JsonValue]));
  const merged: JsonValue[] = [];
  for (const { element, liveIndex } of mergedOrder(liveOrder, appliedOrder)) {
    const [liveItem, appliedItem] = [liveItems.get(element), appliedItems.get(element)];
    if (appliedItem === undefined) merged.push(live[liveIndex as number] as JsonValue);
    else merged.push(liveItem == null ? appliedItem : merge(type.elementType, liveItem, appliedItem, depth + 1));
  }
  const isSame = merged.length === live.length && merged.every((item, index) => item === live[index]);
  return isSame ? (live as JsonValue[]) : merged;
}

/** Items by element; null for elements that are repeated. */
function uniqueItems(order: readonly PathElement[], items: readonly JsonValue[]): Map<PathElement, JsonValue | null> {
  const unique = new Map<PathElement, JsonValue | null>();
  order.forEach((element, index) => {
    unique.set(element, unique.has(element) ? null : (items[index] as JsonValue));
  });
  return unique;
}

interface Place {
  readonly element: PathElement;
  /** Where the item is in the live list, for items that only that one has. */
  readonly liveIndex?: number;
}

function mergedOrder(live: readonly PathElement[], applied: readonly PathElement[]): Place[] {
  const [inLive, inApplied] = [new Set(live), new Set(applied)];
  const shared = applied.filter((element) => inLive.has(element));
  const places: Place[] = [];
  const placed = new Set<PathElement>();
  let [liveIndex, appliedIndex, nextShared] = [0, 0, 0];
  const placeApplied = (): void => {
    const element = applied[appliedIndex++] as PathElement;
    places.push({ element });
    placed.add(element);
    if (shared[nextShared] === element) nextShared++;
  };
  while (liveIndex < live.length || appliedIndex < applied.length) {
    const element = live[liveIndex];
    if (element === undefined) placeApplied();
    else if (!inApplied.has(element)) places.push({ element, liveIndex: liveIndex++ });
    else if (element === applied[appliedIndex]) {
      placeApplied();
      liveIndex++;
    } else if (nextShared < shared.length && shared[nextShared] !== element) liveIndex++;
    else {
      if (placed.has(element)) liveIndex++;
      if (appliedIndex < applied.length) placeApplied();
    }
  }
  return places;
}
