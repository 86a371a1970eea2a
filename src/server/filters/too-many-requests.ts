// Follows staging/src/k8s.io/apiserver/pkg/server/filters/priority-and-fairness.go (v1.36)

import type { ApiResponse } from '../http/index.js';

/** The response to a request that exceeds the server's limits. */
export function tooManyRequestsResponse(retryAfterSeconds: number): ApiResponse {
  return {
    status: 429,
    headers: {
      'retry-after': String(retryAfterSeconds),
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from('Too many requests, please try again later.\n'),
  };
}
