import {
  internalError,
  requestEntityTooLarge,
  resourceExpired,
  StatusError,
  serviceUnavailable,
  timeout,
} from '../../apimachinery/status/index.js';
import { isStorageError, type StorageErrorCode } from '../../storage/index.js';

const tooOld = 'The provided resource version is too old.';

/** The one place where failures of the storage become answers. Other errors are left as they are. */
export function toStatusError(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  return statusFor(error.code, error.message);
}

function statusFor(code: StorageErrorCode, message: string): StatusError {
  switch (code) {
    case 'compacted':
      return resourceExpired(tooOld);
    case 'future-revision':
      return tooLargeResourceVersion(message);
    case 'too-large':
      return requestEntityTooLarge(message);
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

/** A client asks for a revision that the server has not seen yet; it is told to try again soon. */
function tooLargeResourceVersion(message: string): StatusError {
  const { status } = timeout(`Too large resource version: ${message}`, 1);
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError({ ...status, details: { ...status.details, causes } });
}
