import type { GroupVersionResource } from '../../apimachinery/meta/index.js';

/** Returns the path of a group version: `/api/v1` for the core group. */
function groupVersionPath({ group, version }: { group: string; version: string }): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Returns the path of a collection; without a namespace, across all namespaces or for a cluster-scoped resource. */
export function collectionPath(resource: GroupVersionResource, namespace = ''): string {
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupVersionPath(resource)}${scope}/${resource.resource}`;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

/** Appends the options that are set as query parameters; an array becomes a repeated parameter. */
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
