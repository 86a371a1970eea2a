import { type ApplyType, deducedType, type MapType } from './apply-type.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import type { PathElement } from './path-element.js';

/**
 * The set with every declared field that leads to one of its paths: a field is gone when all that is in it is gone, so
 * for pruning it belongs to whoever owns what is in it.
 */
export function withDeclaredFields(set: FieldSet, type: ApplyType | undefined): FieldSet {
  if (set.elements.length === 0) return set;
  const children = set.children.map((child, index) => {
    const element = set.elements[index] as PathElement;
    const below = withDeclaredFields(child, typeBelow(type, element));
    const isDeclared = element.startsWith('f:') && type?.map?.fields.has(element.slice(2)) === true;
    return isDeclared && child.elements.length > 0 ? below.withSelf : below;
  });
  const isSame = children.every((child, index) => child === set.children[index]);
  return isSame ? set : FieldSet.of(set.self, set.elements, children);
}

function typeBelow(type: ApplyType | undefined, element: PathElement): ApplyType | undefined {
  if (element.startsWith('f:')) return type?.map && fieldType(type.map, element);
  return element.startsWith('k:') ? type?.list?.elementType : undefined;
}

/** Undefined for fields that the schema does not know. */
function fieldType(type: MapType, element: PathElement): ApplyType | undefined {
  return type.fields.get(element.slice(2))?.type ?? type.elementType;
}

/**
 * The set as it is for the schema of today: whoever owned something inside of a map or list that has become one value
 * owns that value. Gives back `set` itself where the schema still fits. The other direction needs nothing.
 */
export function reconcileWithType(set: FieldSet, type: ApplyType): FieldSet {
  const reconciled = reconcileNode(set, type, false);
  return reconciled.self ? set : reconciled;
}

/** `isMember`: the path to here is owned for itself, which is how an atomic value is owned. */
function reconcileNode(set: FieldSet, type: ApplyType, isMember: boolean): FieldSet {
  const isAtomicallyOwned = isMember && set.elements.length === 0;
  if (type.map !== undefined) {
    if (isFreeForm(type.map)) return set;
    if (type.map.isAtomic && !isAtomicallyOwned) return set.elements.length > 0 ? FieldSet.leaf : set;
    return reconcileChildren(set, (element) => fieldType(type.map as MapType, element));
  }
  if (type.list === undefined) return set;
  if (type.list.kind === 'atomic' && !isAtomicallyOwned) return FieldSet.leaf;
  const { elementType } = type.list;
  return reconcileChildren(set, () => elementType);
}

/** Maps that the schema says nothing about are what they were. */
function isFreeForm(type: MapType): boolean {
  return type.fields.size === 0 && (type.elementType === deducedType || type.elementType?.scalar === 'untyped');
}

function reconcileChildren(set: FieldSet, typeOf: (element: PathElement) => ApplyType | undefined): FieldSet {
  let builder: FieldSetBuilder | undefined;
  for (let index = 0; index < set.elements.length; index++) {
    const [element, child] = [set.elements[index] as PathElement, set.children[index] as FieldSet];
    const type = typeOf(element);
    const reconciled = type === undefined ? child : reconcileNode(child, type, child.self);
    if (reconciled !== child && builder === undefined) {
      builder = new FieldSetBuilder();
      for (let before = 0; before < index; before++) {
        builder.add(set.elements[before] as PathElement, set.children[before] as FieldSet);
      }
    }
    builder?.add(element, reconciled);
  }
  return builder?.build(set.self) ?? set;
}
