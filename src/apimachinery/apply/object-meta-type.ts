// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)

import {
  type ApplyType,
  atomicType,
  type FieldDeclaration,
  ListType,
  listType,
  mapType,
  type ScalarKind,
  scalarType,
} from './apply-type.js';

function scalars(kind: ScalarKind, ...names: readonly string[]): FieldDeclaration[] {
  const type = scalarType(kind);
  return names.map((name) => ({ name, type: () => type }));
}

/** An owner reference is identified by its uid, which may not be set yet, and is atomic. */
const ownerReference = mapType({
  isAtomic: true,
  fields: [
    ...scalars('string', 'apiVersion', 'kind', 'name'),
    { name: 'uid', default: '', type: () => scalarType('string') },
    ...scalars('boolean', 'controller', 'blockOwnerDeletion'),
  ],
  element: () => undefined,
});

const text = scalarType('string');
const stringMap = mapType({ isAtomic: false, fields: [], element: () => text });
const finalizers = listType(new ListType({ kind: 'set', element: () => text }));
const ownerReferences = listType(new ListType({ kind: 'map', keys: ['uid'], element: () => ownerReference }));
const managedFields = listType(new ListType({ kind: 'atomic', element: () => atomicType }));

/** The type of `metadata`, regardless of the schema. */
export const objectMetaType: ApplyType = mapType({
  isAtomic: false,
  fields: [
    ...scalars('string', 'name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'),
    ...scalars('numeric', 'generation', 'deletionGracePeriodSeconds'),
    ...scalars('untyped', 'creationTimestamp', 'deletionTimestamp'),
    { name: 'labels', type: () => stringMap },
    { name: 'annotations', type: () => stringMap },
    { name: 'finalizers', type: () => finalizers },
    { name: 'ownerReferences', type: () => ownerReferences },
    { name: 'managedFields', type: () => managedFields },
  ],
  element: () => undefined,
});

/** The fields of every object, including embedded ones. */
export const objectFields: readonly FieldDeclaration[] = [
  ...scalars('string', 'apiVersion', 'kind'),
  { name: 'metadata', type: () => objectMetaType },
];
