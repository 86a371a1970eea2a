import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';

export type FilterResult = MaybePromise<ApiResponse>;

/** The rest of the chain, with the handler at its end. Synchronous unless something has to be awaited. */
export type Next = () => FilterResult;

/** Handles a request on its way in and the response on its way out; may respond itself, or throw a StatusError. */
export type FilterHandler = (context: RequestContext, next: Next) => FilterResult;

/** One of the filters that requests pass before they reach a handler. */
export interface Filter {
  /** Unique within a server. */
  readonly name: string;
  readonly handle: FilterHandler;
}

/** Composes the filters, outermost first, around a handler. */
export function compose(
  filters: readonly Pick<Filter, 'handle'>[],
  handle: (context: RequestContext) => FilterResult,
): (context: RequestContext) => FilterResult {
  return filters.reduceRight<(context: RequestContext) => FilterResult>(
    (rest, filter) => (context) => filter.handle(context, () => rest(context)),
    handle,
  );
}

/** Like `await` on the rest of the chain, but without a promise if the response is available synchronously. */
export function follow(
  next: Next,
  { responded, failed }: { responded: (response: ApiResponse) => ApiResponse; failed: (error: unknown) => ApiResponse },
): FilterResult {
  let result: FilterResult;
  try {
    result = next();
  } catch (error) {
    return failed(error);
  }
  return result instanceof Promise ? result.then(responded, failed) : responded(result);
}

/** Like `finally` on the rest of the chain. */
export function followedBy(next: Next, ended: () => void): FilterResult {
  return follow(next, {
    responded: (response) => {
      ended();
      return response;
    },
    failed: (error) => {
      ended();
      throw error;
    },
  });
}
