import type { ApiResponse } from '../http/index.js';

/** The answer to a request that the server has no room for now. */
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
