import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';

export type Answer = MaybePromise<ApiResponse>;

/** The rest of the chain, and at its end the handler. What needs not wait for anything is answered at once. */
export type Next = () => Answer;

/** Looks at a request on its way in and at the response on its way out; may answer itself, or throw a StatusError. */
export type Filter = (context: RequestContext, next: Next) => Answer;

/** One function of the filters, the first one outermost, around a handler. */
export function compose(
  filters: readonly Filter[],
  handle: (context: RequestContext) => Answer,
): (context: RequestContext) => Answer {
  return filters.reduceRight<(context: RequestContext) => Answer>(
    (rest, filter) => (context) => filter(context, () => rest(context)),
    handle,
  );
}

/** What `await` would do with the rest of the chain, without a promise where the answer is there. */
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

/** What `finally` would do. */
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
