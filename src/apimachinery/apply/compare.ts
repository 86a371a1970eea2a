// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/compare.go (v1.36)

import {
  DeferredCalls,
  getOwn,
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  maxRecursion,
} from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType, type ValueKind } from './apply-type.js';
import { type Comparison, ComparisonBuilder, modifiedItself, noDifference, unionOf } from './comparison.js';
import { FieldSet } from './field-set.js';
import { groupItems, hasRepetition, isSameItem, itemElement } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';
import { everyPathOf } from './to-field-set.js';
import { WideSets } from './wide-sets.js';

/**
 * Returns what changes from `before` to `after`: fields added, modified and removed. One walk; equal parts allocate
 * nothing.
 */
export function compareValues(type: ApplyType, before: JsonValue, after: JsonValue): Comparison {
  return new Comparer(undefined).compareWhole(type, before, after);
}

/** The same; of what was added and removed, wide lists and maps are walked in steps. */
export async function compareYielding(type: ApplyType, before: JsonValue, after: JsonValue): Promise<Comparison> {
  const wideSets = new WideSets();
  const comparison = new Comparer(wideSets).compareWhole(type, before, after);
  await wideSets.complete();
  return comparison;
}

const emptyMap: JsonObject = {};

class Comparer {
  readonly #wideSets: WideSets | undefined;
  #depth = 0;
  #deferred: DeferredCalls<readonly [ApplyType, JsonValue, JsonValue], Comparison> | undefined;

  constructor(wideSets: WideSets | undefined) {
    this.#wideSets = wideSets;
  }

  compareWhole(type: ApplyType, before: JsonValue, after: JsonValue): Comparison {
    const comparison = this.compare(type, before, after);
    return this.#deferred?.finish([type, before, after], (parts) => this.compare(...parts)) ?? comparison;
  }

  /** Returns `noDifference` itself if there is none. */
  compare(type: ApplyType, before: JsonValue, after: JsonValue): Comparison {
    if (before === after) return noDifference;
    if (typeof before !== 'object' && typeof after !== 'object') return modifiedItself;
    if (this.#depth === maxRecursion) {
      this.#deferred ??= new DeferredCalls();
      return this.#deferred.resultOf([type, before, after], noDifference);
    }
    this.#depth++;
    const [kindBefore, kindAfter] = [kindOf(type, before), kindOf(type, after)];
    let comparison = this.#compareAs(kindAfter, type, { before, after });
    if (kindBefore !== kindAfter) {
      comparison = unionOf(this.#compareAs(kindBefore, type, { before, after }), comparison);
    }
    this.#depth--;
    return comparison;
  }

  /** A value of another kind is treated as missing. */
  #compareAs(kind: ValueKind, type: ApplyType, { before, after }: { before: JsonValue; after: JsonValue }): Comparison {
    if (kind === 'map' && !(type.map as MapType).isAtomic) {
      const left = isJsonObject(before) ? before : emptyMap;
      const right = isJsonObject(after) ? after : emptyMap;
      if (!isEmptyObject(left) || !isEmptyObject(right)) return this.#compareMaps(type.map as MapType, left, right);
    } else if (kind === 'list' && (type.list as ListType).kind !== 'atomic') {
      const left = Array.isArray(before) ? before : [];
      const right = Array.isArray(after) ? after : [];
      if (left.length + right.length > 0) return this.#compareLists(type.list as ListType, left, right);
    }
    return jsonEqual(before, after) ? noDifference : modifiedItself;
  }

  #compareMaps(type: MapType, left: JsonObject, right: JsonObject): Comparison {
    let collected: ComparisonBuilder | undefined;
    let shared = 0;
    for (const name in left) {
      const field = type.fields.get(name);
      const itemType = field === undefined ? type.undeclaredType : field.type;
      const [before, after] = [left[name] as JsonValue, getOwn(right, name)];
      if (after === undefined) {
        collected ??= new ComparisonBuilder();
        collected.removed.add(field?.element ?? fieldElement(name), everyPathOf(itemType, before, this.#wideSets));
        continue;
      }
      shared++;
      const below = this.compare(itemType, before, after);
      if (below === noDifference) continue;
      collected ??= new ComparisonBuilder();
      collected.add(field?.element ?? fieldElement(name), below);
    }
    if (countKeys(right) > shared) {
      collected ??= new ComparisonBuilder();
      this.#addMissing(collected, type, { left, right });
    }
    return collected === undefined ? noDifference : collected.build();
  }

  /** Adds items that are only on the right. */
  #addMissing(
    collected: ComparisonBuilder,
    type: MapType,
    { left, right }: { left: JsonObject; right: JsonObject },
  ): void {
    for (const name in right) {
      if (getOwn(left, name) !== undefined) continue;
      const field = type.fields.get(name);
      const paths = everyPathOf(field?.type ?? type.undeclaredType, right[name] as JsonValue, this.#wideSets);
      collected.added.add(field?.element ?? fieldElement(name), paths);
    }
  }

  #compareLists(type: ListType, left: readonly JsonValue[], right: readonly JsonValue[]): Comparison {
    return this.#compareAligned(type, left, right) ?? this.#compareGroups(type, left, right);
  }

  /** Compares item by item if both lists have the same items in the same order; otherwise returns undefined. */
  #compareAligned(type: ListType, left: readonly JsonValue[], right: readonly JsonValue[]): Comparison | undefined {
    if (left.length !== right.length) return undefined;
    for (let index = 0; index < left.length; index++) {
      if (!isSameItem(type, left[index] as JsonValue, right[index] as JsonValue)) return undefined;
    }
    const changes = left.map((item, index) => this.compare(type.elementType, item, right[index] as JsonValue));
    if (changes.every((change) => change === noDifference)) return noDifference;
    const elements = left.map((item) => itemElement(type, item));
    if (hasRepetition(elements)) return undefined;
    const collected = new ComparisonBuilder();
    changes.forEach((change, index) => {
      if (change !== noDifference) collected.add(elements[index] as PathElement, change);
    });
    return collected.build();
  }

  #compareGroups(type: ListType, left: readonly JsonValue[], right: readonly JsonValue[]): Comparison {
    const collected = new ComparisonBuilder();
    const [before, after] = [groupItems(type, left), groupItems(type, right)];
    for (const [element, items] of before) {
      this.#compareItems(type, collected, { element, before: items, after: after.get(element) ?? [] });
    }
    for (const [element, items] of after) {
      if (!before.has(element)) this.#compareItems(type, collected, { element, before: [], after: items });
    }
    return collected.build();
  }

  /** Items with a duplicate element are compared as one value: differences inside them are not distinguished. */
  #compareItems(type: ListType, collected: ComparisonBuilder, { element, before, after }: Items): void {
    if (before.length > 1 && after.length > 1) {
      if (!jsonEqual(before, after)) collected.modified.add(element, FieldSet.leaf);
    } else if (before.length === 1 && after.length === 1) {
      collected.add(element, this.compare(type.elementType, before[0] as JsonValue, after[0] as JsonValue));
    } else {
      collected.removed.add(element, this.#pathsOf(type, before));
      collected.added.add(element, this.#pathsOf(type, after));
    }
  }

  #pathsOf(type: ListType, items: readonly JsonValue[]): FieldSet {
    if (items.length === 0) return FieldSet.empty;
    return items.length > 1 ? FieldSet.leaf : everyPathOf(type.elementType, items[0] as JsonValue, this.#wideSets);
  }
}

interface Items {
  readonly element: PathElement;
  readonly before: JsonValue[];
  readonly after: JsonValue[];
}

function countKeys(object: JsonObject): number {
  let count = 0;
  for (const _key in object) count++;
  return count;
}
