// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/merge.go (v1.36)

import {
  DeferredCalls,
  getOwn,
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  maxRecursion,
  setOwn,
} from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType } from './apply-type.js';
import { isSameItem, itemElements } from './list-items.js';
import { mergedOrder } from './merged-order.js';
import type { PathElement } from './path-element.js';

/**
 * Merges the applied value into the live one: maps by key, `set` and `map` lists by item, everything else is replaced.
 * Removes nothing. Returns `live` itself if nothing changes; shares parts with both inputs and modifies neither. The
 * applied value must not contain duplicate items.
 */
export function mergeValues(type: ApplyType, live: JsonValue, applied: JsonValue): JsonValue {
  return new Merger().mergeWhole(type, live, applied);
}

class Merger {
  #depth = 0;
  #deferred: DeferredCalls<readonly [ApplyType, JsonValue, JsonValue], JsonValue> | undefined;

  mergeWhole(type: ApplyType, live: JsonValue, applied: JsonValue): JsonValue {
    const merged = this.merge(type, live, applied);
    if (this.#deferred === undefined) return merged;
    return this.#deferred.finish([type, live, applied], (parts) => this.merge(...parts));
  }

  merge(type: ApplyType, live: JsonValue, applied: JsonValue): JsonValue {
    if (live === applied) return live;
    if (typeof applied !== 'object') return applied;
    if (this.#depth === maxRecursion) {
      this.#deferred ??= new DeferredCalls();
      return this.#deferred.resultOf([type, live, applied], live);
    }
    const kind = kindOf(type, applied);
    if (kind === 'map' && !(type.map as MapType).isAtomic) {
      if (isJsonObject(live) && !isEmptyObject(live)) {
        return isJsonObject(applied) ? this.#mergeMaps(type.map as MapType, live, applied) : live;
      }
    } else if (kind === 'list' && (type.list as ListType).kind !== 'atomic') {
      if (Array.isArray(live) && live.length > 0) {
        return Array.isArray(applied) ? this.#mergeLists(type.list as ListType, live, applied) : live;
      }
    }
    return jsonEqual(live, applied) ? live : applied;
  }

  #mergeMaps(type: MapType, live: JsonObject, applied: JsonObject): JsonObject {
    this.#depth++;
    let merged = live;
    for (const name in applied) {
      const [before, value] = [getOwn(live, name), applied[name] as JsonValue];
      const field = type.fields.get(name);
      const itemType = field === undefined ? type.undeclaredType : field.type;
      const result = before === undefined ? value : this.merge(itemType, before, value);
      if (result === before) continue;
      if (merged === live) merged = { ...live };
      setOwn(merged, name, result);
    }
    this.#depth--;
    return merged;
  }

  #mergeLists(type: ListType, live: JsonValue[], applied: JsonValue[]): JsonValue[] {
    this.#depth++;
    const isAligned =
      live.length === applied.length && live.every((item, at) => isSameItem(type, item, applied[at] as JsonValue));
    const merged = isAligned
      ? live.map((item, at) => this.merge(type.elementType, item, applied[at] as JsonValue))
      : this.#mergeUnaligned(type, live, applied);
    this.#depth--;
    return merged.length === live.length && merged.every((item, at) => item === live[at]) ? live : merged;
  }

  /** Duplicate items of the live list are replaced by the applied item if there is one, and kept otherwise. */
  #mergeUnaligned(type: ListType, live: JsonValue[], applied: JsonValue[]): JsonValue[] {
    const [liveOrder, appliedOrder] = [itemElements(type, live), itemElements(type, applied)];
    const liveItems = uniqueItems(liveOrder, live);
    const appliedItems = new Map(appliedOrder.map((element, index) => [element, applied[index] as JsonValue]));
    return mergedOrder(liveOrder, appliedOrder).map(({ element, liveIndex }) => {
      const appliedItem = appliedItems.get(element);
      if (appliedItem === undefined) return live[liveIndex] as JsonValue;
      const liveItem = liveItems.get(element);
      return liveItem === undefined ? appliedItem : this.merge(type.elementType, liveItem, appliedItem);
    });
  }
}

/** Items by element; undefined for duplicate elements. */
function uniqueItems(
  order: readonly PathElement[],
  items: readonly JsonValue[],
): Map<PathElement, JsonValue | undefined> {
  const unique = new Map<PathElement, JsonValue | undefined>();
  order.forEach((element, index) => {
    unique.set(element, unique.has(element) ? undefined : items[index]);
  });
  return unique;
}
