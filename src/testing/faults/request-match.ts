import type { RequestContext } from '../../server/index.js';

/** Selects requests; unset fields match everything. */
export interface RequestMatch {
  /** Verbs of Kubernetes: get, list, watch, create, update, patch, delete, deletecollection. */
  readonly verb?: string | readonly string[];
  /** The empty string: the core group. */
  readonly group?: string;
  readonly version?: string;
  /** The plural name, such as `configmaps`. */
  readonly resource?: string;
  /** Such as `status`. Unset: requests for the object itself, and for all subresources. */
  readonly subresource?: string;
  readonly namespace?: string;
  /** The name in the path, or in the field selector of a list or watch. A create has none. */
  readonly name?: string;
  readonly user?: string;
  /** A path that is no resource, such as `/apis`. Unset: only requests for resources match. */
  readonly path?: string;
}

export function matchesRequest(match: RequestMatch, { info, user }: RequestContext): boolean {
  const { verb, path } = match;
  if (path === undefined ? !info.isResourceRequest : path !== info.path) return false;
  if (verb !== undefined && (typeof verb === 'string' ? verb !== info.verb : !verb.includes(info.verb))) return false;
  return (
    isWanted(match.group, info.apiGroup) &&
    isWanted(match.version, info.apiVersion) &&
    isWanted(match.resource, info.resource) &&
    isWanted(match.subresource, info.subresource) &&
    isWanted(match.namespace, info.namespace) &&
    isWanted(match.name, info.name) &&
    isWanted(match.user, user.name)
  );
}

function isWanted(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || wanted === value;
}
