// Follows staging/src/k8s.io/apiserver/pkg/storage/errors.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go (v1.36)

import {
  internalError,
  resourceExpired,
  StatusError,
  serviceUnavailable,
  timeout,
} from '../../apimachinery/status/index.js';
import { isStorageError, type Revision, type StorageError } from '../../storage/index.js';

const tooOld = 'The resourceVersion for the provided list is too old.';

/** Converts storage errors to Status errors; no other code does. Returns other errors unchanged. */
export function toStatusError(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  return statusFor(error);
}

function statusFor({ code, message, requested, boundary }: StorageError): StatusError {
  switch (code) {
    case 'compacted':
      return resourceExpired(tooOld);
    case 'future-revision':
      return tooLargeResourceVersion(requested, boundary);
    case 'too-large':
      return StatusError.of({ code: 500, reason: '', message });
    case 'unavailable':
    case 'out-of-space':
    case 'closed':
      return serviceUnavailable(message);
    case 'invalid-argument':
    case 'in-use':
    case 'newer-format':
    case 'unreadable':
    case 'permission-denied':
      return internalError(message);
  }
}

/** For a revision that the server has not seen yet; the client should retry soon. */
export function tooLargeResourceVersion(requested: Revision | undefined, current: Revision | undefined): StatusError {
  const { status } = timeout(`Too large resource version: ${requested}, current: ${current}`, 1);
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError({ ...status, details: { ...status.details, causes } });
}
