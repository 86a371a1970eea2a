// Follows staging/src/k8s.io/apiserver/pkg/server/filters/content_type.go (v1.36)

import type { RequestContext } from '../request-context.js';

/** Returns the error, and adds a header that keeps browsers from guessing the content type of the response. */
export function noSniff<Refusal>(context: RequestContext, error: Refusal): Refusal {
  context.responseHeaders['x-content-type-options'] = 'nosniff';
  return error;
}
