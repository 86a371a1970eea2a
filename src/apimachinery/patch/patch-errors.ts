import { badRequest, genericServerResponse, StatusError } from '../status/index.js';

/** The patch does not fit the object: 422, whose text is the same for every reason; the reason is the error's cause. */
export function doesNotApply(reason: string | Error): StatusError {
  const { status } = genericServerResponse({ code: 422, method: '' });
  return new StatusError(status, { cause: typeof reason === 'string' ? new Error(reason) : reason });
}

/** Mistakes in a strategic merge patch for which upstream has no better answer than 500. */
export function unexpectedPatch(message: string): StatusError {
  return StatusError.of({ code: 500, reason: '', message });
}

/** Operations can build a document that is nested deeper than any that can be decoded: it is refused. */
export function refuseDeepNesting<Result>(apply: () => Result): Result {
  try {
    return apply();
  } catch (error) {
    if (error instanceof RangeError) throw badRequest('the patch or the object is nested too deeply');
    throw error;
  }
}
