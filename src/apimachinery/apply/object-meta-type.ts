import {
  type ApplyType,
  atomicType,
  type FieldType,
  ListType,
  lazyField,
  MapType,
  type ScalarKind,
  scalarType,
} from './apply-type.js';

const text = scalarType('string');
const noFields: ReadonlyMap<string, FieldType> = new Map();

const scalarFields: Readonly<Record<string, ScalarKind>> = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  selfLink: 'string',
  uid: 'string',
  resourceVersion: 'string',
  generation: 'numeric',
  creationTimestamp: 'untyped',
  deletionTimestamp: 'untyped',
  deletionGracePeriodSeconds: 'numeric',
};

/** An owner reference is told apart by its uid and owned as a whole. */
const ownerReference: ApplyType = {
  scalar: undefined,
  list: undefined,
  map: new MapType({
    isAtomic: true,
    fields: new Map([
      ...['apiVersion', 'kind', 'name', 'uid'].map((name) => [name, lazyField(name, { type: () => text })] as const),
      ...['controller', 'blockOwnerDeletion'].map(
        (name) => [name, lazyField(name, { type: () => scalarType('boolean') })] as const,
      ),
    ]),
    element: () => undefined,
  }),
};

const stringMap: ApplyType = {
  scalar: undefined,
  list: undefined,
  map: new MapType({ isAtomic: false, fields: noFields, element: () => text }),
};

function listOf(list: ListType): ApplyType {
  return { scalar: undefined, list, map: undefined };
}

const listAndMapFields: Readonly<Record<string, ApplyType>> = {
  labels: stringMap,
  annotations: stringMap,
  finalizers: listOf(new ListType({ kind: 'set', keys: [], element: () => text })),
  ownerReferences: listOf(new ListType({ kind: 'map', keys: ['uid'], element: () => ownerReference })),
  managedFields: listOf(new ListType({ kind: 'atomic', keys: [], element: () => atomicType })),
};

/** The type of `metadata` of every object, whatever a schema says of it. */
export const objectMetaType: ApplyType = {
  scalar: undefined,
  list: undefined,
  map: new MapType({
    isAtomic: false,
    fields: new Map([
      ...Object.entries(scalarFields).map(
        ([name, scalar]) => [name, lazyField(name, { type: () => scalarType(scalar) })] as const,
      ),
      ...Object.entries(listAndMapFields).map(([name, type]) => [name, lazyField(name, { type: () => type })] as const),
    ]),
    element: () => undefined,
  }),
};
