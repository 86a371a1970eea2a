// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/reconcile_schema.go (v1.36)

import { withDeferredCalls } from '../meta/index.js';
import type { ApplyType, MapType } from './apply-type.js';
import { FieldSet } from './field-set.js';
import type { PathElement } from './path-element.js';

/**
 * Adds every declared field on the way to a path of the set: a field without content is gone, so for pruning it belongs
 * to the owner of its content.
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

/** The type below an element that is not a declared field. */
function typeBelow(type: ApplyType | undefined, element: PathElement): ApplyType | undefined {
  if (element.startsWith('f:')) return type?.map?.elementType;
  return element.startsWith('k:') ? type?.list?.elementType : undefined;
}

/** Undefined for fields that the schema does not declare. */
function fieldType(type: MapType, element: PathElement): ApplyType | undefined {
  return type.fieldAt(element)?.type ?? type.elementType;
}

/**
 * Adapts a set to the current schema: if a map or list has become atomic, an owner of something inside it owns the
 * whole. Returns `set` itself if the schema still matches. The opposite change needs no adaptation.
 */
export function reconcileWithType(set: FieldSet, type: ApplyType): FieldSet {
  if (set.isEmpty) return set;
  const reconciled = reconcileNode(set, type);
  return reconciled.self ? set : reconciled;
}

/** Only called for sets that have children. */
const reconcileNode = withDeferredCalls(reconcile, (set) => set);

function reconcile(set: FieldSet, type: ApplyType): FieldSet {
  if (type.map !== undefined) {
    if (isFreeForm(type.map)) return set;
    return type.map.isAtomic ? FieldSet.leaf : reconcileChildren(set, type);
  }
  if (type.list === undefined) return set;
  return type.list.kind === 'atomic' ? FieldSet.leaf : reconcileChildren(set, type);
}

/** Maps without any declarations in the schema keep their sets. */
function isFreeForm(type: MapType): boolean {
  return type.fields.size === 0 && type.elementType?.scalar === 'untyped';
}

function reconcileChildren(set: FieldSet, { map, list }: ApplyType): FieldSet {
  let children: FieldSet[] | undefined;
  for (let index = 0; index < set.elements.length; index++) {
    const child = set.children[index] as FieldSet;
    // A path without children is already owned as a whole.
    if (child.elements.length === 0) continue;
    const type = map === undefined ? list?.elementType : fieldType(map, set.elements[index] as PathElement);
    const reconciled = type === undefined ? child : reconcileNode(child, type);
    if (reconciled === child) continue;
    children ??= [...set.children];
    children[index] = reconciled;
  }
  return children === undefined ? set : FieldSet.of(set.self, set.elements, children);
}
