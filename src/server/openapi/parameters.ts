import type { QueryParameter } from '../registry/index.js';

/** A parameter of an operation that is no body. */
export interface Parameter extends QueryParameter {
  readonly in: 'query' | 'path';
}

const query =
  (type: Parameter['type']) =>
  (name: string, description: string): Parameter => ({ name, in: 'query', type, description });
const [text, integer, flag] = [query('string'), query('integer'), query('boolean')];

export const pretty = text('pretty', "'true' writes the answer for people to read; browsers, curl and wget get that.");

export const namespaceParameter: Parameter = {
  name: 'namespace',
  in: 'path',
  type: 'string',
  description: 'The namespace that the object is in.',
};

export function nameParameter(kind: string): Parameter {
  return { name: 'name', in: 'path', type: 'string', description: `name of the ${kind}` };
}

/** What is below a proxy. */
export const pathParameter: Parameter = {
  name: 'path',
  in: 'path',
  type: 'string',
  description: 'The path below which the request is handed on.',
};

const dryRun = text('dryRun', "'All': everything happens but the change itself is not kept.");
const fieldManager = text('fieldManager', 'Who makes the change, for managed fields. At most 128 characters.');
const fieldValidation = text(
  'fieldValidation',
  "What becomes of unknown and duplicate fields: 'Ignore' them, 'Warn' (the default), or fail ('Strict').",
);
const force = flag('force', 'Takes over fields that others manage. Only for server-side apply.');

export const createParameters: readonly Parameter[] = [dryRun, fieldManager, fieldValidation];
export const updateParameters = createParameters;
export const patchParameters: readonly Parameter[] = [...createParameters, force];

export const deleteParameters: readonly Parameter[] = [
  dryRun,
  integer('gracePeriodSeconds', 'How long the object may take to end gracefully; 0 is at once.'),
  flag(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'Deletes an object that cannot be read from the store, without finalizers and hooks. Dangerous.',
  ),
  flag('orphanDependents', 'Deprecated: use propagationPolicy. Whether dependents are left behind.'),
  text('propagationPolicy', "What becomes of dependents: 'Orphan', 'Background' or 'Foreground'."),
];

const resourceVersion = text(
  'resourceVersion',
  'Of which state, or from which state on. More info: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
);

export const readParameters: readonly Parameter[] = [resourceVersion];

const selection: readonly Parameter[] = [
  text('continue', 'The value of the same name in the metadata of the list that is to be continued.'),
  text('fieldSelector', 'Shows only objects whose fields are as it says.'),
  text('labelSelector', 'Shows only objects whose labels are as it says.'),
  integer('limit', 'The most items to send at once. There is more if the list has a `continue` value.'),
  resourceVersion,
  text('resourceVersionMatch', "How resourceVersion is meant in a list: 'Exact' or 'NotOlderThan'."),
  flag('sendInitialEvents', 'A watch begins with all objects that there are, and a bookmark after them.'),
  text('shardSelector', 'Shows only a part of the objects, by a range of the hashes of one of their fields.'),
  integer('timeoutSeconds', 'How long the call may take, whatever happens.'),
];

export const listParameters: readonly Parameter[] = [
  flag('allowWatchBookmarks', 'A watch reports from time to time how far it has come.'),
  ...selection,
  flag('watch', 'Reports changes as they happen instead of a list.'),
];

export const deleteCollectionParameters: readonly Parameter[] = [...deleteParameters, ...selection];

/** By name; what is in the path before what is in the query. */
export function byName(a: Parameter, b: Parameter): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.in === b.in ? 0 : a.in < b.in ? -1 : 1;
}

export function isSame(a: Parameter, b: Parameter): boolean {
  return a.name === b.name && a.in === b.in;
}
