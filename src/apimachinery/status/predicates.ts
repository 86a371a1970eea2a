import { type KnownStatusReason, type StatusReason, statusReasonCodes } from './status.js';
import { findStatusError, statusCause } from './status-error.js';

/** Follows error causes. The HTTP code decides only if the reason is unknown. */
function hasReason(reason: KnownStatusReason): (error: unknown) => boolean {
  const code = statusReasonCodes[reason];
  return (error) => {
    const status = findStatusError(error)?.status;
    if (status === undefined) return false;
    if (status.reason === reason) return true;
    return status.code === code && !Object.hasOwn(statusReasonCodes, status.reason ?? '');
  };
}

/** For reasons whose HTTP code is shared with another reason. */
function hasExactReason(reason: KnownStatusReason): (error: unknown) => boolean {
  return (error) => reasonOf(error) === reason;
}

/** For reasons whose HTTP code suffices, whatever the reason. */
function hasReasonOrCode(reason: KnownStatusReason): (error: unknown) => boolean {
  return (error) => {
    const status = findStatusError(error)?.status;
    return status !== undefined && (status.reason === reason || status.code === statusReasonCodes[reason]);
  };
}

/** The empty string if the error is not a StatusError. */
export function reasonOf(error: unknown): StatusReason {
  return findStatusError(error)?.reason ?? '';
}

export const isNotFound = hasReason('NotFound');
export const isConflict = hasReason('Conflict');
export const isInvalid = hasReason('Invalid');
export const isGone = hasReason('Gone');
export const isNotAcceptable = hasReason('NotAcceptable');
export const isUnsupportedMediaType = hasReason('UnsupportedMediaType');
export const isMethodNotSupported = hasReason('MethodNotAllowed');
export const isServiceUnavailable = hasReason('ServiceUnavailable');
export const isBadRequest = hasReason('BadRequest');
export const isUnauthorized = hasReason('Unauthorized');
export const isForbidden = hasReason('Forbidden');
export const isTimeout = hasReason('Timeout');
export const isInternalError = hasReason('InternalError');

export const isAlreadyExists = hasExactReason('AlreadyExists');
export const isResourceExpired = hasExactReason('Expired');
export const isServerTimeout = hasExactReason('ServerTimeout');
export const isStorageReadError = hasExactReason('StorageReadError');

export const isTooManyRequests = hasReasonOrCode('TooManyRequests');
export const isRequestEntityTooLarge = hasReasonOrCode('RequestEntityTooLarge');

/** The server responded, but not in an API format. */
export function isUnexpectedServerError(error: unknown): boolean {
  return statusCause(error, 'UnexpectedServerResponse') !== undefined;
}
