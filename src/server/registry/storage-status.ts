import {
  internalError,
  requestEntityTooLarge,
  resourceExpired,
  StatusError,
  serviceUnavailable,
  timeout,
} from '../../apimachinery/status/index.js';
import { isStorageError, type Revision, type StorageError } from '../../storage/index.js';

const tooOld = 'The resourceVersion for the provided list is too old.';

/** The one place where failures of the storage become answers. Other errors are left as they are. */
export function toStatusError(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  return statusFor(error);
}

function statusFor({ code, message, asked, boundary }: StorageError): StatusError {
  switch (code) {
    case 'compacted':
      return resourceExpired(tooOld);
    case 'future-revision':
      return tooLargeResourceVersion(asked, boundary);
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
export function tooLargeResourceVersion(asked: Revision | undefined, current: Revision | undefined): StatusError {
  const { status } = timeout(`Too large resource version: ${asked}, current: ${current}`, 1);
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError({ ...status, details: { ...status.details, causes } });
}
