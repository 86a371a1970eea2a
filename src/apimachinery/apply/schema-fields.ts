import { withDeferredCalls } from '../meta/index.js';
import type { ApplyType, MapType } from './apply-type.js';
import { FieldSet } from './field-set.js';
import type { PathElement } from './path-element.js';

/**
 * The set with every declared field that leads to one of its paths: a field is gone when all that is in it is gone, so
 * for pruning it belongs to whoever owns what is in it.
 */
export const withDeclaredFields = withDeferredCalls(addDeclaredFields, (set) => set);

function addDeclaredFields(set: FieldSet, type: ApplyType | undefined): FieldSet {
  let children: FieldSet[] | undefined;
  for (let index = 0; index < set.elements.length; index++) {
    const child = set.children[index] as FieldSet;
    if (child.elements.length === 0) continue;
    const element = set.elements[index] as PathElement;
    const field = type?.map?.fieldAt(element);
    const below = withDeclaredFields(child, field === undefined ? typeBelow(type, element) : field.type);
    const result = field === undefined ? below : below.withSelf;
    if (result === child) continue;
    children ??= [...set.children];
    children[index] = result;
  }
  return children === undefined ? set : FieldSet.of(set.self, set.elements, children);
}

/** The type of what is below an element that is no declared field. */
function typeBelow(type: ApplyType | undefined, element: PathElement): ApplyType | undefined {
  if (element.startsWith('f:')) return type?.map?.elementType;
  return element.startsWith('k:') ? type?.list?.elementType : undefined;
}

/** Undefined for fields that the schema does not know. */
function fieldType(type: MapType, element: PathElement): ApplyType | undefined {
  return type.fieldAt(element)?.type ?? type.elementType;
}

/**
 * The set as it is for the schema of today: whoever owned something inside of a map or list that has become one value
 * owns that value. Gives back `set` itself where the schema still fits. The other direction needs nothing.
 */
export function reconcileWithType(set: FieldSet, type: ApplyType): FieldSet {
  if (set.isEmpty) return set;
  const reconciled = reconcileNode(set, type);
  return reconciled.self ? set : reconciled;
}

/** `set` has something below it. */
const reconcileNode = withDeferredCalls(reconcile, (set) => set);

function reconcile(set: FieldSet, type: ApplyType): FieldSet {
  if (type.map !== undefined) {
    if (isFreeForm(type.map)) return set;
    return type.map.isAtomic ? FieldSet.leaf : reconcileChildren(set, type);
  }
  if (type.list === undefined) return set;
  return type.list.kind === 'atomic' ? FieldSet.leaf : reconcileChildren(set, type);
}

/** Maps that the schema says nothing about are what they were. */
function isFreeForm(type: MapType): boolean {
  return type.fields.size === 0 && type.elementType?.scalar === 'untyped';
}

function reconcileChildren(set: FieldSet, { map, list }: ApplyType): FieldSet {
  let children: FieldSet[] | undefined;
  for (let index = 0; index < set.elements.length; index++) {
    const child = set.children[index] as FieldSet;
    // A path that is owned with nothing below it is owned as a whole already.
    if (child.elements.length === 0) continue;
    const type = map === undefined ? list?.elementType : fieldType(map, set.elements[index] as PathElement);
    const reconciled = type === undefined ? child : reconcileNode(child, type);
    if (reconciled === child) continue;
    children ??= [...set.children];
    children[index] = reconciled;
  }
  return children === undefined ? set : FieldSet.of(set.self, set.elements, children);
}
