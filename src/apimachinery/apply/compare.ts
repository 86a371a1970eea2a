import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType, type ValueKind } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { maxDepth } from './depth.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { groupItems } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';
import { everyPathOf } from './to-field-set.js';

/** What differs between two values of one type. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

export const noDifference: Comparison = { added: FieldSet.empty, modified: FieldSet.empty, removed: FieldSet.empty };
const modifiedItself: Comparison = { ...noDifference, modified: FieldSet.leaf };

/** What the step from `before` to `after` adds, modifies and removes. Walks both once; equal parts cost no memory. */
export function compareValues(type: ApplyType, before: JsonValue, after: JsonValue): Comparison {
  return compare(type, before, after, 0);
}

/** Gives `noDifference` itself where there is none. */
function compare(type: ApplyType, before: JsonValue, after: JsonValue, depth: number): Comparison {
  if (before === after) return noDifference;
  if (typeof before !== 'object' && typeof after !== 'object') return modifiedItself;
  if (depth > maxDepth) throw new ApplyTypeError('nested too deeply');
  const [kindBefore, kindAfter] = [kindOf(type, before), kindOf(type, after)];
  const comparison = compareAs(kindAfter, type, [before, after, depth]);
  if (kindBefore === kindAfter) return comparison;
  return unionOf(compareAs(kindBefore, type, [before, after, depth]), comparison);
}

type Pair = readonly [before: JsonValue, after: JsonValue, depth: number];

/** A value of another kind counts as nothing. */
function compareAs(kind: ValueKind, type: ApplyType, [before, after, depth]: Pair): Comparison {
  if (kind === 'map') {
    const map = type.map as MapType;
    const [left, right] = [isJsonObject(before) ? before : emptyMap, isJsonObject(after) ? after : emptyMap];
    const [leftKeys, rightKeys] = [Object.keys(left), Object.keys(right)];
    if (map.isAtomic || leftKeys.length + rightKeys.length === 0) return compareWhole(before, after);
    return compareMaps(map, { left, right, leftKeys, rightKeys, depth });
  }
  if (kind === 'scalar') return compareWhole(before, after);
  const list = type.list as ListType;
  const [left, right] = [Array.isArray(before) ? before : [], Array.isArray(after) ? after : []];
  if (list.kind === 'atomic' || left.length + right.length === 0) return compareWhole(before, after);
  if (jsonEqual(before, after)) return noDifference;
  return compareLists(list, left, right, depth);
}

const emptyMap: JsonObject = {};

function compareWhole(before: JsonValue, after: JsonValue): Comparison {
  return jsonEqual(before, after) ? noDifference : modifiedItself;
}

interface MapPair {
  readonly left: JsonObject;
  readonly right: JsonObject;
  readonly leftKeys: readonly string[];
  readonly rightKeys: readonly string[];
  readonly depth: number;
}

function compareMaps(type: MapType, { left, right, leftKeys, rightKeys, depth }: MapPair): Comparison {
  let collected: ComparisonBuilder | undefined;
  let shared = 0;
  for (let index = 0; index < leftKeys.length; index++) {
    const name = leftKeys[index] as string;
    const field = type.fields.get(name);
    const itemType = field?.type ?? type.typeOf(name);
    if (rightKeys[index] === name || Object.hasOwn(right, name)) {
      shared++;
      const below = compare(itemType, left[name] as JsonValue, right[name] as JsonValue, depth + 1);
      if (below === noDifference) continue;
      collected ??= new ComparisonBuilder();
      collected.add(field?.element ?? fieldElement(name), below);
    } else {
      collected ??= new ComparisonBuilder();
      const removed = everyPathOf(itemType, left[name] as JsonValue, depth + 1);
      collected.removed.add(field?.element ?? fieldElement(name), removed);
    }
  }
  if (shared < rightKeys.length) {
    collected ??= new ComparisonBuilder();
    for (const name of rightKeys) {
      if (Object.hasOwn(left, name)) continue;
      const field = type.fields.get(name);
      const added = everyPathOf(field?.type ?? type.typeOf(name), right[name] as JsonValue, depth + 1);
      collected.added.add(field?.element ?? fieldElement(name), added);
    }
  }
  return collected?.build() ?? noDifference;
}

function compareLists(
  type: ListType,
  left: readonly JsonValue[],
  right: readonly JsonValue[],
  depth: number,
): Comparison {
  const collected = new ComparisonBuilder();
  const [before, after] = [groupItems(type, left), groupItems(type, right)];
  for (const [element, items] of before) {
    compareItems(type, { element, before: items, after: after.get(element) ?? [] }, { collected, depth: depth + 1 });
  }
  for (const [element, items] of after) {
    if (!before.has(element)) {
      compareItems(type, { element, before: [], after: items }, { collected, depth: depth + 1 });
    }
  }
  return collected.build();
}

interface Items {
  readonly element: PathElement;
  readonly before: readonly JsonValue[];
  readonly after: readonly JsonValue[];
}

/** Items that repeat an element are one value together: nothing inside of them is told apart. */
function compareItems(
  type: ListType,
  { element, before, after }: Items,
  { collected, depth }: { collected: ComparisonBuilder; depth: number },
): void {
  const [left, right] = [before[0], after[0]];
  if (before.length > 1 && after.length > 1) {
    if (!jsonEqual([...before], [...after])) collected.modified.add(element, FieldSet.leaf);
  } else if (before.length === 1 && after.length === 1) {
    collected.add(element, compare(type.elementType, left as JsonValue, right as JsonValue, depth));
  } else {
    if (left !== undefined) collected.removed.add(element, pathsOfItems(type, before, depth));
    if (right !== undefined) collected.added.add(element, pathsOfItems(type, after, depth));
  }
}

function pathsOfItems(type: ListType, items: readonly JsonValue[], depth: number): FieldSet {
  return items.length > 1 ? FieldSet.leaf : everyPathOf(type.elementType, items[0] as JsonValue, depth);
}

class ComparisonBuilder {
  readonly added = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly removed = new FieldSetBuilder();

  add(element: PathElement, below: Comparison): void {
    this.added.add(element, below.added);
    this.modified.add(element, below.modified);
    this.removed.add(element, below.removed);
  }

  build(): Comparison {
    const comparison = {
      added: this.added.build(false),
      modified: this.modified.build(false),
      removed: this.removed.build(false),
    };
    return comparison.added.isEmpty && comparison.modified.isEmpty && comparison.removed.isEmpty
      ? noDifference
      : comparison;
  }
}

function unionOf(a: Comparison, b: Comparison): Comparison {
  return {
    added: a.added.union(b.added),
    modified: a.modified.union(b.modified),
    removed: a.removed.union(b.removed),
  };
}
