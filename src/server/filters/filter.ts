import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';

/** The rest of the chain, and at its end the handler. */
export type Next = () => Promise<ApiResponse>;

/** Looks at a request on its way in and at the response on its way out; may answer itself, or throw a StatusError. */
export type Filter = (context: RequestContext, next: Next) => Promise<ApiResponse>;

/** One function of the filters, the first one outermost, around a handler. */
export function compose(
  filters: readonly Filter[],
  handle: (context: RequestContext) => Promise<ApiResponse>,
): (context: RequestContext) => Promise<ApiResponse> {
  return filters.reduceRight<(context: RequestContext) => Promise<ApiResponse>>(
    (rest, filter) => (context) => filter(context, () => rest(context)),
    handle,
  );
}
