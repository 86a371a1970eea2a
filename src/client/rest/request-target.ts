import type { GroupVersionResource } from '../../apimachinery/meta/index.js';

/** The path of a group's version: `/api/v1` for the core group, which has no name. */
export function groupVersionPath({ group, version }: { group: string; version: string }): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** The path of a collection; without a namespace, that of all namespaces or of a cluster-scoped resource. */
export function collectionPath(resource: GroupVersionResource, namespace = ''): string {
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupVersionPath(resource)}${scope}/${resource.resource}`;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

/** A path with those options that are set; a list is a parameter that repeats. */
export function withQuery(path: string, options: object): string {
  let target = path;
  let separator = path.includes('?') ? '&' : '?';
  for (const [name, value] of Object.entries(options) as [string, QueryValue][]) {
    for (const text of texts(value)) {
      target += `${separator}${name}=${encodeURIComponent(text)}`;
      separator = '&';
    }
  }
  return target;
}

function texts(value: QueryValue): readonly string[] {
  if (value === undefined || value === '') return [];
  return typeof value === 'object' ? value : [String(value)];
}
