import { type KnownStatusReason, type StatusReason, statusReasonCodes } from './status.js';
import { findStatusError, statusCause } from './status-error.js';

/** Looks through error causes. The HTTP code decides only where the reason is none of the known ones. */
function hasReason(reason: KnownStatusReason): (error: unknown) => boolean {
  const code = statusReasonCodes[reason];
  return (error) => {
    const status = findStatusError(error)?.status;
    if (status === undefined) return false;
    if (status.reason === reason) return true;
    return status.code === code && !Object.hasOwn(statusReasonCodes, status.reason ?? '');
  };
}

/** For reasons whose HTTP code stands for another reason too. */
function hasExactReason(reason: KnownStatusReason): (error: unknown) => boolean {
  return (error) => reasonOf(error) === reason;
}

/** For reasons whose HTTP code says it all, whatever the reason. */
function hasReasonOrCode(reason: KnownStatusReason): (error: unknown) => boolean {
  return (error) => {
    const status = findStatusError(error)?.status;
    return status !== undefined && (status.reason === reason || status.code === statusReasonCodes[reason]);
  };
}

/** The empty string for an error that is no StatusError. */
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

/** The server answered, but not in a form of the API. */
export function isUnexpectedServerError(error: unknown): boolean {
  return statusCause(error, 'UnexpectedServerResponse') !== undefined;
}
