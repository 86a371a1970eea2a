// Follows staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go (v1.36)

import { nameFromSelector, type QueryReader } from './list-query.js';
import { PathSegments } from './path-segments.js';

/** The path contains a verb (`/api/v1/watch`) that no resource follows. */
export class RequestInfoError extends Error {
  override readonly name = 'RequestInfoError';
}

/** The attributes of a request, derived from its method, path and query alone. */
export interface RequestInfo {
  /** Decoded, otherwise unchanged. */
  readonly path: string;
  /** The Kubernetes verb of a resource request ('' for a method without one); otherwise the method in lower case. */
  readonly verb: string;
  readonly isResourceRequest: boolean;
  /** `api` or `apis`; '' for other paths. */
  readonly apiPrefix: string;
  /** '' for the core group. */
  readonly apiGroup: string;
  readonly apiVersion: string;
  /** '' for cluster-scoped resources and for requests across all namespaces. A namespace object is in itself. */
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  /** From the path, or the one that the field selector of a list requires. */
  readonly name: string;
  /** The path segments from the resource on: resource, name, subresource, and the rest. */
  readonly parts: readonly string[];
  /** As written; only for verbs that use selectors, and not for the deprecated `/watch/` paths. */
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

class ParsedRequestInfo implements RequestInfo {
  readonly path: string;
  verb: string;
  isResourceRequest = false;
  apiPrefix = '';
  apiGroup = '';
  apiVersion = '';
  namespace = '';
  resource = '';
  subresource = '';
  name = '';
  fieldSelector = '';
  labelSelector = '';
  /** The position of the parts in the path; they are split lazily, since they are rarely needed. */
  partsBegin = 0;
  partsEnd = 0;

  constructor(path: string, verb: string) {
    this.path = path;
    this.verb = verb;
  }

  get parts(): readonly string[] {
    return this.isResourceRequest ? this.path.slice(this.partsBegin, this.partsEnd).split('/') : [];
  }
}

/**
 * Parses a request as Kubernetes does:
 * `/api/{version}/…`, `/apis/{group}/{version}/…`, then
 * `[namespaces/{namespace}/]{resource}[/{name}[/{subresource}…]]`, optionally preceded by the deprecated `watch/` or
 * `proxy/`. All other paths are non-resource requests.
 * `path` is decoded; the query of `request` is read only if needed. Throws RequestInfoError.
 */
export function requestInfoOf(method: string, path: string, request: { readonly query: QueryReader }): RequestInfo {
  const info = new ParsedRequestInfo(path, lowerCaseMethod(method));
  const segments = new PathSegments(path);
  if (!readGroupVersion(info, segments)) return info;
  info.isResourceRequest = true;
  const verbInPath = readVerb(info, segments, method);
  readResource(info, segments);
  if (info.name === '') readCollectionVerb(info, request);
  if (!verbInPath && hasSelectors(info.verb)) {
    const { query } = request;
    info.fieldSelector = query.get('fieldSelector') ?? '';
    info.labelSelector = query.get('labelSelector') ?? '';
  }
  return info;
}

/** Consumes prefix, group and version; returns false if the path is too short for a resource request. */
function readGroupVersion(info: ParsedRequestInfo, segments: PathSegments): boolean {
  if (!segments.hasAtLeast(3)) return false;
  const prefix = segments.next();
  if (prefix !== 'api' && prefix !== 'apis') return false;
  info.apiPrefix = prefix;
  if (prefix === 'apis') {
    if (!segments.hasAtLeast(3)) return false;
    info.apiGroup = segments.next();
  }
  info.apiVersion = segments.next();
  return true;
}

/** Sets the verb from the path, or else from the method. Returns whether it came from the path. */
function readVerb(info: ParsedRequestInfo, segments: PathSegments, method: string): boolean {
  const first = segments.peek();
  if (first !== 'watch' && first !== 'proxy') {
    info.verb = verbOfMethod(method);
    return false;
  }
  if (!segments.hasAtLeast(2)) {
    throw new RequestInfoError(`unable to determine kind and namespace from url, ${info.path}`);
  }
  info.verb = segments.next();
  return true;
}

function readResource(info: ParsedRequestInfo, segments: PathSegments): void {
  info.partsBegin = segments.position;
  info.partsEnd = segments.end;
  info.resource = segments.next();
  if (info.resource === 'namespaces' && segments.hasMore) {
    info.namespace = segments.next();
    info.name = info.namespace;
    if (!segments.hasMore) return;
    const next = segments.peek();
    if (next === 'status' || next === 'finalize') {
      if (info.verb !== 'proxy') info.subresource = next;
      return;
    }
    info.partsBegin = segments.position;
    info.resource = segments.next();
    info.name = '';
  }
  if (segments.hasMore) info.name = segments.next();
  if (segments.hasMore && info.verb !== 'proxy') info.subresource = segments.next();
}

/** Without a name, get means list or watch, and delete means deletecollection. */
function readCollectionVerb(info: ParsedRequestInfo, request: { readonly query: QueryReader }): void {
  if (info.verb === 'get') {
    const { query } = request;
    info.verb = isWatch(query.get('watch')) ? 'watch' : 'list';
    info.name = nameFromSelector(query);
  } else if (info.verb === 'delete') {
    info.verb = 'deletecollection';
  }
}

function isWatch(parameter: string | null): boolean {
  return parameter !== null && parameter !== '0' && parameter.toLowerCase() !== 'false';
}

function hasSelectors(verb: string): boolean {
  return verb === 'list' || verb === 'watch' || verb === 'deletecollection';
}

function verbOfMethod(method: string): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return 'delete';
    default:
      return '';
  }
}

function lowerCaseMethod(method: string): string {
  return method === 'GET' ? 'get' : method.toLowerCase();
}
