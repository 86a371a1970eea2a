import type { RequestInfo } from '../routing/index.js';

/** A question that no request asks in these words: whether a user may do this with a resource. */
export function resourceAccess(asked: Pick<RequestInfo, 'verb'> & Partial<RequestInfo>): RequestInfo {
  return {
    path: '',
    isResourceRequest: true,
    apiPrefix: asked.apiGroup ? 'apis' : 'api',
    apiGroup: '',
    apiVersion: '*',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    parts: [],
    fieldSelector: '',
    labelSelector: '',
    ...asked,
  };
}

/** The same for a path. */
export function pathAccess(verb: string, path: string): RequestInfo {
  return { ...resourceAccess({ verb }), path, isResourceRequest: false, apiPrefix: '', apiVersion: '' };
}
