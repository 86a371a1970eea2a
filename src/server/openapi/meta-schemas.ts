// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { models } from './model-names.js';
import {
  always,
  atomicList,
  coreKind,
  described,
  element,
  flag,
  int32,
  int64,
  reference,
  stringMap,
  strings,
  text,
  typeMeta,
} from './schema-shorthand.js';

const objectMeta: JsonSchema = {
  description: 'Metadata that every persisted object has.',
  type: 'object',
  properties: {
    annotations: stringMap(
      'Arbitrary non-identifying data that tools attach to the object. Selectors cannot query annotations.',
    ),
    creationTimestamp: described(
      'CreationTimestamp is a timestamp that the server sets when the object is created.',
      models.time,
    ),
    deletionGracePeriodSeconds: int64(
      'Seconds that the object has to terminate gracefully. Set by the server when deletion is requested.',
    ),
    deletionTimestamp: described(
      'Time at which the object will be deleted. Set by the server when deletion is requested.',
      models.time,
    ),
    finalizers: {
      description:
        'The object is removed only when this list is empty. Each entry names a component that must clean up first and then remove its entry.',
      type: 'array',
      items: element({ type: 'string' }),
      'x-kubernetes-list-type': 'set',
      'x-kubernetes-patch-strategy': 'merge',
    },
    generateName: text('Prefix from which the server generates a unique name if name is not set.'),
    generation: int64('Sequence number of the desired state. Set by the server.'),
    labels: stringMap('Key-value pairs that identify and group objects. Selectors match them.'),
    managedFields: atomicList(
      'Records which manager set which fields. Maintained by the server.',
      reference(models.managedFieldsEntry),
    ),
    name: text('Name of the object, unique within its namespace and resource. Immutable.'),
    namespace: text('Namespace within which the name is unique. Empty for cluster-scoped objects. Immutable.'),
    ownerReferences: {
      description: 'Objects that own this one. It is garbage-collected when all its owners have been deleted.',
      type: 'array',
      items: element(reference(models.ownerReference)),
      'x-kubernetes-list-map-keys': ['uid'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'uid',
      'x-kubernetes-patch-strategy': 'merge',
    },
    resourceVersion: text('Opaque value that changes whenever the object does. Set by the server.'),
    selfLink: text('No longer set.'),
    uid: text(
      'Unique identifier that distinguishes this object from earlier and later ones of the same name. Set by the server.',
    ),
  },
};

const listMeta: JsonSchema = {
  description: 'Metadata of a list.',
  type: 'object',
  properties: {
    continue: text('Token for the next page, if there is one. Pass it as the query parameter of the same name.'),
    remainingItemCount: int64('Approximate number of items after this page, if known.'),
    resourceVersion: text('Opaque value that identifies the state from which the list was read.'),
    selfLink: text('No longer set.'),
    shardInfo: described(
      'The shard that the list contains, if it does not contain the whole collection.',
      models.shardInfo,
    ),
  },
};

const ownerReference: JsonSchema = {
  description: 'Identifies an owner, which must be in the same namespace or cluster-scoped.',
  type: 'object',
  required: ['apiVersion', 'kind', 'name', 'uid'],
  properties: {
    apiVersion: always(text('API version of the owner.')),
    blockOwnerDeletion: flag('If true, foreground deletion of the owner waits until this object is deleted.'),
    controller: flag('If true, the owner is the managing controller of this object.'),
    kind: always(text('Kind of the owner.')),
    name: always(text('Name of the owner.')),
    uid: always(text('UID of the owner.')),
  },
  'x-kubernetes-map-type': 'atomic',
};

const managedFieldsEntry: JsonSchema = {
  description: 'The fields that a manager has set through one type of operation.',
  type: 'object',
  properties: {
    apiVersion: text('API version that the field paths refer to.'),
    fieldsType: text('Format of the field set. The only value is "FieldsV1".'),
    fieldsV1: described('The set of fields.', models.fieldsV1),
    manager: text('Name of the manager.'),
    operation: text('"Apply" or "Update".'),
    subresource: text('Subresource through which the fields were set; empty for the main resource.'),
    time: described('Time of the last change to the entry.', models.time),
  },
};

const status: JsonSchema = {
  description: 'Result of a request that does not return another object.',
  type: 'object',
  properties: {
    ...typeMeta,
    code: int32('HTTP status code.'),
    details: described('Additional data, depending on the reason.', models.statusDetails),
    message: text('Human-readable description.'),
    metadata: always(described('Standard list metadata.', models.listMeta)),
    reason: text('Machine-readable reason for the failure, in CamelCase.'),
    status: text('"Success" or "Failure".'),
  },
  ...coreKind('Status'),
};

const statusDetails: JsonSchema = {
  description: 'Additional data of a Status.',
  type: 'object',
  properties: {
    causes: atomicList('The individual causes of a failure.', reference(models.statusCause)),
    group: text('API group of the object.'),
    kind: text('Kind, or resource, of the object.'),
    name: text('Name of the object.'),
    retryAfterSeconds: int32('Seconds to wait before retrying the request.'),
    uid: text('UID of the object.'),
  },
};

const statusCause: JsonSchema = {
  description: 'A single cause of a failure.',
  type: 'object',
  properties: {
    field: text('The field that caused the failure, such as "spec.items[0].name".'),
    message: text('Human-readable description.'),
    reason: text('Machine-readable type of the cause, in CamelCase.'),
  },
};

const deleteOptions: JsonSchema = {
  description: 'Options of a delete request.',
  type: 'object',
  properties: {
    ...typeMeta,
    dryRun: strings('"All": the request is processed but nothing is persisted.'),
    gracePeriodSeconds: int64('Seconds that the object has to terminate gracefully. 0 deletes it immediately.'),
    ignoreStoreReadErrorWithClusterBreakingPotential: flag(
      'If true, an object that cannot be read from storage is deleted without running finalizers and hooks. Dangerous: this may break the cluster.',
    ),
    orphanDependents: flag('Deprecated: use propagationPolicy. If true, dependents are orphaned.'),
    preconditions: described('Conditions that must hold, or the request fails.', models.preconditions),
    propagationPolicy: text('How dependents are deleted: "Orphan", "Background" or "Foreground".'),
  },
  ...coreKind('DeleteOptions'),
};

const preconditions: JsonSchema = {
  description: 'Conditions that an object must meet for a request to succeed.',
  type: 'object',
  properties: {
    resourceVersion: text('The expected resourceVersion.'),
    uid: text('The expected UID.'),
  },
};

const watchEvent: JsonSchema = {
  description: 'An event of a watch.',
  type: 'object',
  required: ['type', 'object'],
  properties: {
    object: described(
      'The object after the change, or its last state before deletion. In a bookmark only resourceVersion is set; in an error it is a Status.',
      models.rawExtension,
    ),
    type: always(text('"ADDED", "MODIFIED", "DELETED", "BOOKMARK" or "ERROR".')),
  },
  ...coreKind('WatchEvent'),
};

export const metaSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.objectMeta]: objectMeta,
  [models.listMeta]: listMeta,
  [models.shardInfo]: {
    description: 'The shard of a collection that a list contains.',
    type: 'object',
    required: ['selector'],
    properties: { selector: always(text('The requested shard selector.')) },
  },
  [models.ownerReference]: ownerReference,
  [models.managedFieldsEntry]: managedFieldsEntry,
  [models.fieldsV1]: {
    description:
      'A set of fields as a tree. Keys are "f:" with a field name, "k:" with the keys of a list item, or "v:" with a value.',
    type: 'object',
  },
  [models.time]: { description: 'A time in RFC 3339 format.', type: 'string', format: 'date-time' },
  [models.status]: status,
  [models.statusDetails]: statusDetails,
  [models.statusCause]: statusCause,
  [models.deleteOptions]: deleteOptions,
  [models.preconditions]: preconditions,
  [models.patch]: { description: 'A patch, in the format of the content type.', type: 'object' },
  [models.watchEvent]: watchEvent,
  [models.rawExtension]: { description: 'An object of any kind.', type: 'object' },
};
