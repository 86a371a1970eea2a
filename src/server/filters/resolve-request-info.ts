// Follows staging/src/k8s.io/apiserver/pkg/endpoints/filters/requestinfo.go (v1.36)

import { RequestInfoError, requestInfoOf } from '../routing/index.js';
import type { FilterHandler } from './filter.js';
import { plainInternalError } from './plain-error.js';

/** Parses the RequestInfo. If that fails, the response is plain text and not a Status. */
export function resolveRequestInfo(): FilterHandler {
  return (context, next) => {
    const { request } = context;
    try {
      context.info = requestInfoOf(request.method, request.decodedPath, request);
    } catch (error) {
      if (!(error instanceof RequestInfoError)) throw error;
      return plainInternalError(request, `failed to create RequestInfo: ${error.message}`);
    }
    return next();
  };
}
