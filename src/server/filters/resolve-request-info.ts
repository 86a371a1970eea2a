import { badRequest } from '../../apimachinery/status/index.js';
import { RequestInfoError, requestInfoOf } from '../routing/index.js';
import type { Filter } from './filter.js';

/** Finds out what the request is about. */
export function resolveRequestInfo(): Filter {
  return (context, next) => {
    const { request } = context;
    try {
      context.info = requestInfoOf(request.method, request.decodedPath, request);
    } catch (error) {
      if (error instanceof RequestInfoError) throw badRequest(`failed to create RequestInfo: ${error.message}`);
      throw error;
    }
    return next();
  };
}
