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
  description: 'What every object that is stored has: its names, and what the server keeps of its life.',
  type: 'object',
  properties: {
    annotations: stringMap('What tools keep with the object. Selectors do not look at it.'),
    creationTimestamp: described(
      'CreationTimestamp is a timestamp that the server sets when the object is created.',
      models.time,
    ),
    deletionGracePeriodSeconds: int64('How long the object may take to end gracefully. Set when it is deleted.'),
    deletionTimestamp: described(
      'When the object is to be gone. Set by the server when its deletion is asked for.',
      models.time,
    ),
    finalizers: {
      description: 'Who must do something, and remove its entry, before the object can go.',
      type: 'array',
      items: element({ type: 'string' }),
      'x-kubernetes-list-type': 'set',
      'x-kubernetes-patch-strategy': 'merge',
    },
    generateName: text('What a name that the server makes begins with; used if there is no name.'),
    generation: int64('Counts the changes of what is desired. Set by the server.'),
    labels: stringMap('What selectors look at.'),
    managedFields: atomicList(
      'Which fields are set by whom. Kept by the server.',
      reference(models.managedFieldsEntry),
    ),
    name: text('The name, unique among the kind within a namespace. It cannot be changed.'),
    namespace: text('The space within which the name is unique. It cannot be changed.'),
    ownerReferences: {
      description: 'The objects that this one depends on: it is collected when they are all gone.',
      type: 'array',
      items: element(reference(models.ownerReference)),
      'x-kubernetes-list-map-keys': ['uid'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'uid',
      'x-kubernetes-patch-strategy': 'merge',
    },
    resourceVersion: text('An opaque value that changes with every change of the object. Set by the server.'),
    selfLink: text('No longer set.'),
    uid: text('Tells objects of the same name at different times apart. Set by the server.'),
  },
};

const listMeta: JsonSchema = {
  description: 'What lists have: where they are taken from, and how to go on.',
  type: 'object',
  properties: {
    continue: text('Set if there is more: to be sent as the parameter of the same name to get it.'),
    remainingItemCount: int64('About how many items are left, where that is known.'),
    resourceVersion: text('An opaque value for the state in which the list was taken.'),
    selfLink: text('No longer set.'),
    shardInfo: described('Which part of the collection the list shows, where it shows a part.', models.shardInfo),
  },
};

const ownerReference: JsonSchema = {
  description: 'Names an owner in the same namespace, or one without a namespace.',
  type: 'object',
  required: ['apiVersion', 'kind', 'name', 'uid'],
  properties: {
    apiVersion: always(text('The group and version of the owner.')),
    blockOwnerDeletion: flag('Whether the owner, deleted in the foreground, waits for this object to go.'),
    controller: flag('Whether the owner is the one that controls this object.'),
    kind: always(text('The kind of the owner.')),
    name: always(text('The name of the owner.')),
    uid: always(text('The uid of the owner.')),
  },
  'x-kubernetes-map-type': 'atomic',
};

const managedFieldsEntry: JsonSchema = {
  description: 'The fields that one manager set by one kind of operation.',
  type: 'object',
  properties: {
    apiVersion: text('The group and version in which the fields are named.'),
    fieldsType: text('How the fields are written. There is one way: "FieldsV1".'),
    fieldsV1: described('The fields.', models.fieldsV1),
    manager: text('Who set them.'),
    operation: text('"Apply" or "Update".'),
    subresource: text('By way of which subresource they were set; empty for the object itself.'),
    time: described('When the entry changed last.', models.time),
  },
};

const status: JsonSchema = {
  description: 'What came of a call that does not answer with an object.',
  type: 'object',
  properties: {
    ...typeMeta,
    code: int32('The HTTP status.'),
    details: described('More about the reason, as each reason has it.', models.statusDetails),
    message: text('For people to read.'),
    metadata: always(described('Standard metadata of lists.', models.listMeta)),
    reason: text('Why the call failed, in one word for programs.'),
    status: text('"Success" or "Failure".'),
  },
  ...coreKind('Status'),
};

const statusDetails: JsonSchema = {
  description: 'What a Status is about.',
  type: 'object',
  properties: {
    causes: atomicList('Each single cause of a failure.', reference(models.statusCause)),
    group: text('The group of what the call was about.'),
    kind: text('The resource, or the kind, of what the call was about.'),
    name: text('The name of what the call was about.'),
    retryAfterSeconds: int32('How long to wait before the call is tried again.'),
    uid: text('The uid of what the call was about.'),
  },
};

const statusCause: JsonSchema = {
  description: 'One cause of a failure.',
  type: 'object',
  properties: {
    field: text('The field that it is about, such as "spec.items[0].name".'),
    message: text('For people to read.'),
    reason: text('The kind of cause, in one word for programs.'),
  },
};

const deleteOptions: JsonSchema = {
  description: 'How something is deleted.',
  type: 'object',
  properties: {
    ...typeMeta,
    dryRun: strings('"All": everything happens but the deletion itself.'),
    gracePeriodSeconds: int64('How long objects may take to end gracefully; 0 is at once.'),
    ignoreStoreReadErrorWithClusterBreakingPotential: flag(
      'Deletes an object that cannot be read from the store, without finalizers and hooks. Dangerous.',
    ),
    orphanDependents: flag('Deprecated: use propagationPolicy. Whether dependents are left behind.'),
    preconditions: described('What must hold for the deletion to happen.', models.preconditions),
    propagationPolicy: text('What becomes of dependents: "Orphan", "Background" or "Foreground".'),
  },
  ...coreKind('DeleteOptions'),
};

const preconditions: JsonSchema = {
  description: 'What must hold of an object for a change to happen.',
  type: 'object',
  properties: {
    resourceVersion: text('The resourceVersion that it must have.'),
    uid: text('The uid that it must have.'),
  },
};

const watchEvent: JsonSchema = {
  description: 'One change that a watch reports.',
  type: 'object',
  required: ['type', 'object'],
  properties: {
    object: described(
      'The object after the change, or before it was deleted; in a bookmark only its resourceVersion counts, and in an error it is a Status.',
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
    description: 'Which part of a collection a list shows.',
    type: 'object',
    required: ['selector'],
    properties: { selector: always(text('The selector that was asked for.')) },
  },
  [models.ownerReference]: ownerReference,
  [models.managedFieldsEntry]: managedFieldsEntry,
  [models.fieldsV1]: {
    description:
      'A set of fields as a tree: "f:" and a field name, "k:" and the keys of a list item, "v:" and a value.',
    type: 'object',
  },
  [models.time]: { description: 'A time as RFC 3339 writes it.', type: 'string', format: 'date-time' },
  [models.status]: status,
  [models.statusDetails]: statusDetails,
  [models.statusCause]: statusCause,
  [models.deleteOptions]: deleteOptions,
  [models.preconditions]: preconditions,
  [models.patch]: { description: 'A patch, in the form that its content type says.', type: 'object' },
  [models.watchEvent]: watchEvent,
  [models.rawExtension]: { description: 'An object of any kind.', type: 'object' },
};
