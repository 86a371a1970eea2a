import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';

export type Answer = MaybePromise<ApiResponse>;

/** The rest of the chain, with the handler at its end. Synchronous unless something has to be awaited. */
export type Next = () => Answer;

/** Handles a request on its way in and the response on its way out; may respond itself, or throw a StatusError. */
export type Filter = (context: RequestContext, next: Next) => Answer;

/** Composes the filters, outermost first, around a handler. */
export function compose(
  filters: readonly Filter[],
  handle: (context: RequestContext) => Answer,
): (context: RequestContext) => Answer {
  return filters.reduceRight<(context: RequestContext) => Answer>(
    (rest, filter) => (context) => filter(context, () => rest(context)),
    handle,
  );
}

/** Like `await` on the rest of the chain, but without a promise if the response is available synchronously. */
export function follow(
  next: Next,
  { answered, failed }: { answered: (response: ApiResponse) => ApiResponse; failed: (error: unknown) => ApiResponse },
): Answer {
  let answer: Answer;
  try {
    answer = next();
  } catch (error) {
    return failed(error);
  }
  return answer instanceof Promise ? answer.then(answered, failed) : answered(answer);
}

/** Like `finally` on the rest of the chain. */
export function followedBy(next: Next, ended: () => void): Answer {
  return follow(next, {
    answered: (response) => {
      ended();
      return response;
    },
    failed: (error) => {
      ended();
      throw error;
    },
  });
}
