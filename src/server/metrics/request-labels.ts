// Follows staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)

import type { RequestInfo } from '../routing/index.js';

/** Labels of a request. Their number must be bounded: only for requests that a route serves. */
export interface EndpointLabels {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** For a non-resource request: the path of its route. */
  readonly subresource: string;
  readonly scope: string;
  readonly component: string;
}

/** What the labels of a request derive from, besides its RequestInfo. */
export interface RequestFacts {
  readonly method: string;
  readonly contentType?: string | undefined;
  readonly component?: string;
  /** Path of the route that serves a non-resource request. */
  readonly route?: string;
}

export function labelsOf(info: RequestInfo, facts: RequestFacts): EndpointLabels {
  const scope = scopeOf(info);
  return {
    verb: verbOf(info, scope, facts),
    group: info.isResourceRequest ? info.apiGroup : '',
    version: info.isResourceRequest ? info.apiVersion : '',
    resource: info.resource,
    subresource: info.isResourceRequest ? info.subresource : (facts.route ?? ''),
    scope,
    component: facts.component ?? 'apiserver',
  };
}

/** Returns resource, namespace or cluster; empty for non-resource requests. */
export function scopeOf(info: RequestInfo): string {
  if (info.name !== '' || info.verb === 'create') return 'resource';
  if (info.namespace !== '') return 'namespace';
  return info.isResourceRequest ? 'cluster' : '';
}

/** Returns the method in upper case, except LIST, WATCH, APPLY and CONNECT; `other` for unknown methods. */
function verbOf(info: RequestInfo, scope: string, { method, contentType }: RequestFacts): string {
  if (info.isResourceRequest && isConnect(info.subresource)) return 'CONNECT';
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (info.verb === 'watch') return 'WATCH';
      return scope === 'resource' || scope === '' ? 'GET' : 'LIST';
    case 'PATCH':
      return contentType === 'application/apply-patch+yaml' ? 'APPLY' : 'PATCH';
    case 'POST':
    case 'PUT':
    case 'DELETE':
      return method;
    default:
      return 'other';
  }
}

/** Returns the values of the `dryRun` parameter as a label. */
export function dryRunLabel(values: readonly string[]): string {
  if (values.length === 0) return '';
  return values.every((value) => value === 'All') ? 'All' : 'invalid';
}

function isConnect(subresource: string): boolean {
  switch (subresource) {
    case 'log':
    case 'exec':
    case 'attach':
    case 'portforward':
    case 'proxy':
      return true;
    default:
      return false;
  }
}
