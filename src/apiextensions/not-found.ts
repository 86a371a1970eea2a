// Follows staging/src/k8s.io/apiserver/pkg/util/notfoundhandler/not_found_handler.go (v1.36)

import { StatusError, serviceUnavailable } from '../apimachinery/status/index.js';
import type { ApiResponse } from '../server/http/index.js';

const retryAfterSeconds = 5;

const pageNotFound: ApiResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  body: Buffer.from('404 page not found\n'),
};

/**
 * The end of the chain. Until all definitions are known it responds with 503 instead of 404, on which clients such as
 * the garbage collector would act.
 */
export function notFound({ isComplete }: { readonly isComplete: boolean }): ApiResponse {
  if (isComplete) return pageNotFound;
  const { status } = serviceUnavailable(
    'the request has been made before all known HTTP paths have been installed, please try again',
  );
  throw new StatusError({ ...status, details: { ...status.details, retryAfterSeconds } });
}
