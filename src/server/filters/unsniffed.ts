import type { RequestContext } from '../request-context.js';

/** Returns the error, and adds a header that keeps browsers from guessing the content type of the response. */
export function unsniffed<Refusal>(context: RequestContext, error: Refusal): Refusal {
  context.responseHeaders['x-content-type-options'] = 'nosniff';
  return error;
}
