// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)

/** The type of a member of ObjectMeta. A struct's members are in wire order. */
export type Shape =
  | { readonly type: 'text'; readonly goType: string; readonly keepEmpty?: boolean }
  | { readonly type: 'integer' | 'boolean' | 'time' | 'raw' | 'texts' }
  | { readonly type: 'list'; readonly item: Shape }
  | { readonly type: 'struct'; readonly name: string; readonly members: Readonly<Record<string, Shape>> };

const text: Shape = { type: 'text', goType: 'string' };
const uid: Shape = { type: 'text', goType: 'types.UID' };
const always = { keepEmpty: true };

const ownerReference: Shape = {
  type: 'struct',
  name: 'OwnerReference',
  members: {
    apiVersion: { ...text, ...always },
    kind: { ...text, ...always },
    name: { ...text, ...always },
    uid: { ...uid, ...always },
    controller: { type: 'boolean' },
    blockOwnerDeletion: { type: 'boolean' },
  },
};

const managedFieldsEntry: Shape = {
  type: 'struct',
  name: 'ManagedFieldsEntry',
  members: {
    manager: text,
    operation: { type: 'text', goType: 'v1.ManagedFieldsOperationType' },
    apiVersion: text,
    time: { type: 'time' },
    fieldsType: text,
    fieldsV1: { type: 'raw' },
    subresource: text,
  },
};

export const objectMetaMembers: Readonly<Record<string, Shape>> = {
  name: text,
  generateName: text,
  namespace: text,
  selfLink: text,
  uid,
  resourceVersion: text,
  generation: { type: 'integer' },
  creationTimestamp: { type: 'time' },
  deletionTimestamp: { type: 'time' },
  deletionGracePeriodSeconds: { type: 'integer' },
  labels: { type: 'texts' },
  annotations: { type: 'texts' },
  ownerReferences: { type: 'list', item: ownerReference },
  finalizers: { type: 'list', item: { ...text, ...always } },
  managedFields: { type: 'list', item: managedFieldsEntry },
};

/** The name of a list item's type, for messages. */
export function goTypeOf(shape: Shape): string {
  return shape.type === 'struct' ? `v1.${shape.name}` : 'string';
}
