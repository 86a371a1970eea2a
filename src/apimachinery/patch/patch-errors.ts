// Follows staging/src/k8s.io/apimachinery/pkg/util/mergepatch/errors.go (v1.36)

import { badRequest, genericServerResponse, StatusError } from '../status/index.js';

/**
 * The patch cannot be applied to the object: 422, with the same text for every reason; the reason is the error's cause.
 */
export function doesNotApply(reason: string | Error): StatusError {
  const { status } = genericServerResponse({ code: 422, method: '' });
  return new StatusError(status, { cause: typeof reason === 'string' ? new Error(reason) : reason });
}

/** Rejects operations that build a document nested deeper than any that can be decoded. */
export function refuseDeepNesting<Result>(apply: () => Result): Result {
  try {
    return apply();
  } catch (error) {
    if (error instanceof RangeError) throw badRequest('the patch or the object is nested too deeply');
    throw error;
  }
}
