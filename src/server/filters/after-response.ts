import type { ApiResponse } from '../http/index.js';

/** Calls back when the response is complete: immediately, or at the end of a streamed body. */
export function afterResponse(response: ApiResponse, callback: (error?: unknown) => void): ApiResponse {
  const { body } = response;
  if (typeof body !== 'function') {
    callback();
    return response;
  }
  return {
    ...response,
    body: (sink) =>
      body(sink).then(
        () => callback(),
        (error) => {
          callback(error);
          throw error;
        },
      ),
  };
}
