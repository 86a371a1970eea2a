// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/tofieldset.go (v1.36)

import {
  DeferredCalls,
  isEmptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  maxRecursion,
} from '../meta/index.js';
import { type ApplyType, type FieldType, kindOf, type ListType, type MapType } from './apply-type.js';
import { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import { groupItems, hasRepetition, itemElements } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';
import { isWide, type WideSets } from './wide-sets.js';

/**
 * Returns what a manager owns that applies this value: its leaves, list items and map keys. Fields that a schema
 * declares are not owned themselves, only their content.
 */
export function fieldSetOf(type: ApplyType, value: JsonValue, wideSets?: WideSets): FieldSet {
  return new FieldSetWalker('some', wideSets).wholeSetOf(type, value);
}

/** Returns every path of the value, including the value itself: what a write adds that sets it for the first time. */
export function everyPathOf(type: ApplyType, value: JsonValue, wideSets?: WideSets): FieldSet {
  if (typeof value !== 'object' || value === null) return FieldSet.leaf;
  return new FieldSetWalker('every', wideSets).wholeSetOf(type, value);
}

class FieldSetWalker {
  /** Whether to include every map and list on the way, or only those that are owned themselves. */
  readonly #self: boolean;
  /** Undefined: wide lists and maps are walked at once, too. */
  readonly #wideSets: WideSets | undefined;
  #depth = 0;
  #deferred: DeferredCalls<readonly [ApplyType, JsonValue], FieldSet> | undefined;

  constructor(which: 'some' | 'every', wideSets: WideSets | undefined) {
    this.#self = which === 'every';
    this.#wideSets = wideSets;
  }

  wholeSetOf(type: ApplyType, value: JsonValue): FieldSet {
    this.#depth = 0;
    this.#deferred = undefined;
    const set = this.setOf(type, value);
    return this.#deferredSet(type, value) ?? set;
  }

  #deferredSet(type: ApplyType, value: JsonValue): FieldSet | undefined {
    return this.#deferred?.finish([type, value], (parts) => this.setOf(...parts));
  }

  setOf(type: ApplyType, value: JsonValue): FieldSet {
    const kind = kindOf(type, value);
    if (kind === 'scalar') return FieldSet.leaf;
    if (this.#depth === maxRecursion) {
      this.#deferred ??= new DeferredCalls();
      return this.#deferred.resultOf([type, value], FieldSet.leaf);
    }
    this.#depth++;
    const set =
      kind === 'map' ? this.#setOfMap(type.map as MapType, value) : this.#setOfList(type.list as ListType, value);
    this.#depth--;
    return set;
  }

  #setOfMap(type: MapType, value: JsonValue): FieldSet {
    if (type.isAtomic) return FieldSet.leaf;
    if (!isJsonObject(value)) return FieldSet.of(this.#self, [], []);
    if (this.#wideSets && type.fields.size === 0 && isWide(value)) {
      return this.#wideSets.ofMap(value, {
        self: this.#self,
        setOf: (item) => this.wholeSetOf(type.undeclaredType, item),
      });
    }
    const fields = declaredFieldsOf(type, value);
    return fields === undefined ? this.#setOfKeys(type, value) : this.#setOfFields(fields, value);
  }

  /** For a value that has only declared fields, given in order. */
  #setOfFields(fields: readonly FieldType[], value: JsonObject): FieldSet {
    const elements: PathElement[] = [];
    const children: FieldSet[] = [];
    for (const field of fields) {
      const child = this.#setOfField(field, value[field.name] as JsonValue);
      if (child.isEmpty) continue;
      elements.push(field.element);
      children.push(child);
    }
    return FieldSet.of(this.#self, elements, children);
  }

  #setOfKeys(type: MapType, value: JsonObject): FieldSet {
    const builder = new FieldSetBuilder();
    for (const name of Object.keys(value)) {
      const item = value[name] as JsonValue;
      const field = type.fields.get(name);
      if (field === undefined) builder.add(fieldElement(name), this.setOf(type.undeclaredType, item).withSelf);
      else builder.add(field.element, this.#setOfField(field, item));
    }
    return builder.build(this.#self);
  }

  #setOfField(field: FieldType, value: JsonValue): FieldSet {
    const below = this.setOf(field.type, value);
    const isOwnedItself = value === null || (isJsonObject(value) && isEmptyObject(value));
    return isOwnedItself ? below.withSelf : below;
  }

  #setOfList(type: ListType, value: JsonValue): FieldSet {
    if (type.kind === 'atomic') return FieldSet.leaf;
    if (!Array.isArray(value)) return FieldSet.of(this.#self, [], []);
    if (this.#wideSets && isWide(value)) {
      const setOf = (item: JsonValue) => this.wholeSetOf(type.elementType, item);
      return this.#wideSets.ofList(type, value, { self: this.#self, setOf });
    }
    const elements = itemElements(type, value);
    if (hasRepetition(elements)) return this.#setOfRepeatedItems(type, value);
    const builder = new FieldSetBuilder();
    elements.forEach((element, index) => {
      builder.add(element, this.setOf(type.elementType, value[index] as JsonValue).withSelf);
    });
    return builder.build(this.#self);
  }

  /** Items with a duplicate element are treated as one value. */
  #setOfRepeatedItems(type: ListType, value: readonly JsonValue[]): FieldSet {
    const builder = new FieldSetBuilder();
    for (const [element, items] of groupItems(type, value)) {
      const item = items[0] as JsonValue;
      builder.add(element, items.length > 1 ? FieldSet.leaf : this.setOf(type.elementType, item).withSelf);
    }
    return builder.build(this.#self);
  }
}

/** Returns the fields of a value in field set order; undefined if some are not declared. */
function declaredFieldsOf(type: MapType, value: JsonObject): FieldType[] | undefined {
  if (type.fields.size === 0) return undefined;
  const fields: FieldType[] = [];
  for (const name in value) {
    const field = type.fields.get(name);
    if (field === undefined) return undefined;
    if (fields.length >= maxInsertions) fields.push(field);
    else insert(fields, field);
  }
  return fields.length > maxInsertions ? fields.sort((a, b) => a.order - b.order) : fields;
}

/** With more fields, they are sorted at the end: inserting each in order would be quadratic. */
const maxInsertions = 32;

function insert(fields: FieldType[], field: FieldType): void {
  let at = fields.length;
  while (at > 0 && (fields[at - 1] as FieldType).order > field.order) {
    fields[at] = fields[at - 1] as FieldType;
    at--;
  }
  fields[at] = field;
}
