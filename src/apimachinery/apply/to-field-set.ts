import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { maxDepth } from './depth.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { groupItems } from './list-items.js';
import { fieldElement } from './path-element.js';

/**
 * What a manager owns who applies this value: its leaves, the items of its lists and the keys of its maps. Fields that a
 * schema declares are not owned for themselves, only what is in them.
 */
export function fieldSetOf(type: ApplyType, value: JsonValue): FieldSet {
  return ownedOf(type, value, 0);
}

function ownedOf(type: ApplyType, value: JsonValue, depth: number): FieldSet {
  if (depth > maxDepth) throw new ApplyTypeError('nested too deeply');
  const kind = kindOf(type, value);
  if (kind === 'scalar') return FieldSet.leaf;
  if (kind === 'map') return ownedOfMap(type.map as MapType, value, depth);
  return ownedOfList(type.list as ListType, value, depth);
}

function ownedOfMap(type: MapType, value: JsonValue, depth: number): FieldSet {
  if (type.isAtomic) return FieldSet.leaf;
  if (!isJsonObject(value)) return FieldSet.empty;
  const builder = new FieldSetBuilder();
  for (const [name, item] of Object.entries(value)) {
    const field = type.fields.get(name);
    const below = ownedOf(field?.type ?? type.typeOf(name), item, depth + 1);
    const isOwnedItself = field === undefined || item === null || isEmptyObject(item);
    builder.add(field?.element ?? fieldElement(name), isOwnedItself ? below.withSelf : below);
  }
  return builder.build(false);
}

function ownedOfList(type: ListType, value: JsonValue, depth: number): FieldSet {
  if (type.kind === 'atomic') return FieldSet.leaf;
  if (!Array.isArray(value)) return FieldSet.empty;
  const builder = new FieldSetBuilder();
  for (const [element, items] of groupItems(type, value)) {
    const item = items[0] as JsonValue;
    builder.add(element, items.length > 1 ? FieldSet.leaf : ownedOf(type.elementType, item, depth + 1).withSelf);
  }
  return builder.build(false);
}

/** Every path of the value and the value itself: what a write adds that puts it where nothing was. */
export function everyPathOf(type: ApplyType, value: JsonValue, depth = 0): FieldSet {
  if (depth > maxDepth) throw new ApplyTypeError('nested too deeply');
  const kind = kindOf(type, value);
  if (kind === 'map' && isJsonObject(value)) return everyPathOfMap(type.map as MapType, value, depth);
  if (kind === 'list' && Array.isArray(value)) return everyPathOfList(type.list as ListType, value, depth);
  return FieldSet.leaf;
}

function everyPathOfMap(type: MapType, value: JsonObject, depth: number): FieldSet {
  if (type.isAtomic) return FieldSet.leaf;
  const builder = new FieldSetBuilder();
  for (const [name, item] of Object.entries(value)) {
    const field = type.fields.get(name);
    builder.add(field?.element ?? fieldElement(name), everyPathOf(field?.type ?? type.typeOf(name), item, depth + 1));
  }
  return builder.build(true);
}

function everyPathOfList(type: ListType, value: readonly JsonValue[], depth: number): FieldSet {
  if (type.kind === 'atomic') return FieldSet.leaf;
  const builder = new FieldSetBuilder();
  for (const [element, items] of groupItems(type, value)) {
    const item = items[0] as JsonValue;
    builder.add(element, items.length > 1 ? FieldSet.leaf : everyPathOf(type.elementType, item, depth + 1));
  }
  return builder.build(true);
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
