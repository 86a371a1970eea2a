// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import type { Parameter } from '../dialect/index.js';

const query =
  (type: Parameter['type']) =>
  (name: string, description: string): Parameter => ({ name, in: 'query', type, description });
const [text, integer, flag] = [query('string'), query('integer'), query('boolean')];

export const pretty = text(
  'pretty',
  "'true' formats the response for readability; the default for browsers, curl and wget.",
);

export const namespaceParameter: Parameter = {
  name: 'namespace',
  in: 'path',
  type: 'string',
  description: 'Namespace of the object.',
};

export function nameParameter(kind: string): Parameter {
  return { name: 'name', in: 'path', type: 'string', description: `name of the ${kind}` };
}

/** The path below a proxy. */
export const pathParameter: Parameter = {
  name: 'path',
  in: 'path',
  type: 'string',
  description: 'Path that the request is forwarded to.',
};

const dryRun = text('dryRun', "'All': the request is processed but nothing is persisted.");
const fieldManager = text(
  'fieldManager',
  'Name of the manager that makes the change, for managed fields. At most 128 characters.',
);
const fieldValidation = text(
  'fieldValidation',
  "How unknown and duplicate fields are treated: 'Ignore', 'Warn' (the default), or 'Strict' to fail the request.",
);
const force = flag('force', 'If true, takes over fields that other managers own. Only for server-side apply.');

export const createParameters: readonly Parameter[] = [dryRun, fieldManager, fieldValidation];
export const updateParameters = createParameters;
export const patchParameters: readonly Parameter[] = [...createParameters, force];

export const deleteParameters: readonly Parameter[] = [
  dryRun,
  integer('gracePeriodSeconds', 'Seconds that the object has to terminate gracefully. 0 deletes it immediately.'),
  flag(
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'If true, an object that cannot be read from storage is deleted without running finalizers and hooks. Dangerous: this may break the cluster.',
  ),
  flag('orphanDependents', 'Deprecated: use propagationPolicy. If true, dependents are orphaned.'),
  text('propagationPolicy', "How dependents are deleted: 'Orphan', 'Background' or 'Foreground'."),
];

const resourceVersion = text(
  'resourceVersion',
  'The resource version to read, or to start a watch from. More info: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
);

export const readParameters: readonly Parameter[] = [resourceVersion];

const selection: readonly Parameter[] = [
  text('continue', 'Token from the metadata of the previous page, to get the next one.'),
  text('fieldSelector', 'Restricts the list of returned objects to those with matching fields.'),
  text('labelSelector', 'Restricts the list of returned objects to those with matching labels.'),
  integer('limit', 'Maximum number of items per page. If there are more, the list has a `continue` token.'),
  resourceVersion,
  text('resourceVersionMatch', "How resourceVersion applies to a list: 'Exact' or 'NotOlderThan'."),
  flag(
    'sendInitialEvents',
    'If true, a watch starts with synthetic events for all existing objects, followed by a bookmark.',
  ),
  text('shardSelector', 'Restricts the result to a shard: objects for which the hash of a field is in a range.'),
  integer('timeoutSeconds', 'Timeout of the request in seconds, regardless of activity.'),
];

export const listParameters: readonly Parameter[] = [
  flag('allowWatchBookmarks', 'If true, a watch sends bookmarks with its current resource version.'),
  ...selection,
  flag(
    'watch',
    'Watch for changes to the described resources: if true, they are streamed as events, instead of a list.',
  ),
];

export const deleteCollectionParameters: readonly Parameter[] = [...deleteParameters, ...selection];

/** Orders by name; path parameters before query parameters. */
export function byName(a: Parameter, b: Parameter): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.in === b.in ? 0 : a.in < b.in ? -1 : 1;
}

export function isSame(a: Parameter, b: Parameter): boolean {
  return a.name === b.name && a.in === b.in;
}
