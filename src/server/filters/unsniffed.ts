import type { RequestContext } from '../request-context.js';

/** The error with which a request is refused; browsers are told not to guess what it may be. */
export function unsniffed<Refusal>(context: RequestContext, error: Refusal): Refusal {
  context.responseHeaders['x-content-type-options'] = 'nosniff';
  return error;
}
