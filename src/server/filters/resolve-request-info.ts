import { goQuote } from '../../apimachinery/meta/index.js';
import type { ApiResponse } from '../http/index.js';
import { RequestInfoError, requestInfoOf } from '../routing/index.js';
import type { Filter } from './filter.js';

/** Finds out what the request is about. */
export function resolveRequestInfo(): Filter {
  return (context, next) => {
    const { request } = context;
    try {
      context.info = requestInfoOf(request.method, request.decodedPath, request);
    } catch (error) {
      if (error instanceof RequestInfoError) return Promise.resolve(unreadable(request.target, error.message));
      throw error;
    }
    return next();
  };
}

/** Nothing is known of the request, not even that it is about an object: it gets no Status. */
function unreadable(target: string, problem: string): ApiResponse {
  const text = `Internal Server Error: ${goQuote(target)}: failed to create RequestInfo: ${problem}\n`;
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status: 500, headers, body: Buffer.from(text) };
}
