// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.go (v1.36)

import type { RequestInfo } from '../routing/index.js';

/** The attributes of an access check that is not derived from a request: may a user do this with a resource? */
export function resourceAccess(requested: Pick<RequestInfo, 'verb'> & Partial<RequestInfo>): RequestInfo {
  return {
    path: '',
    isResourceRequest: true,
    apiPrefix: requested.apiGroup ? 'apis' : 'api',
    apiGroup: '',
    apiVersion: '*',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    parts: [],
    fieldSelector: '',
    labelSelector: '',
    ...requested,
  };
}

/** The same for a non-resource path. */
export function pathAccess(verb: string, path: string): RequestInfo {
  return { ...resourceAccess({ verb }), path, isResourceRequest: false, apiPrefix: '', apiVersion: '' };
}
