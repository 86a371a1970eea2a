// Follows staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36)

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

/** Whether an error is a StatusError with the reason NotFound. */
export const isNotFound = hasReason('NotFound');
/** Whether an error is a StatusError with the reason Conflict. */
export const isConflict = hasReason('Conflict');
/** Whether an error is a StatusError with the reason Invalid. */
export const isInvalid = hasReason('Invalid');
/** Whether an error is a StatusError with the reason Gone. */
export const isGone = hasReason('Gone');
/** Whether an error is a StatusError with the reason NotAcceptable. */
export const isNotAcceptable = hasReason('NotAcceptable');
/** Whether an error is a StatusError with the reason UnsupportedMediaType. */
export const isUnsupportedMediaType = hasReason('UnsupportedMediaType');
/** Whether an error is a StatusError with the reason MethodNotAllowed. */
export const isMethodNotSupported = hasReason('MethodNotAllowed');
/** Whether an error is a StatusError with the reason ServiceUnavailable. */
export const isServiceUnavailable = hasReason('ServiceUnavailable');
/** Whether an error is a StatusError with the reason BadRequest. */
export const isBadRequest = hasReason('BadRequest');
/** Whether an error is a StatusError with the reason Unauthorized. */
export const isUnauthorized = hasReason('Unauthorized');
/** Whether an error is a StatusError with the reason Forbidden. */
export const isForbidden = hasReason('Forbidden');
/** Whether an error is a StatusError with the reason Timeout. */
export const isTimeout = hasReason('Timeout');
/** Whether an error is a StatusError with the reason InternalError. */
export const isInternalError = hasReason('InternalError');

/** Whether an error is a StatusError with the reason AlreadyExists. */
export const isAlreadyExists = hasExactReason('AlreadyExists');
/** Whether an error says that a resourceVersion or continue token is too old. */
export const isResourceExpired = hasExactReason('Expired');
/** Whether an error is a StatusError with the reason ServerTimeout. */
export const isServerTimeout = hasExactReason('ServerTimeout');
/** Whether an error is a StatusError with the reason StorageReadError. */
export const isStorageReadError = hasExactReason('StorageReadError');

/** Whether an error is a StatusError with the reason TooManyRequests. */
export const isTooManyRequests = hasReasonOrCode('TooManyRequests');
/** Whether an error is a StatusError with the reason RequestEntityTooLarge. */
export const isRequestEntityTooLarge = hasReasonOrCode('RequestEntityTooLarge');

/** The server responded, but not in an API format. */
export function isUnexpectedServerError(error: unknown): boolean {
  return statusCause(error, 'UnexpectedServerResponse') !== undefined;
}

/** For `catch`: undefined instead of the error if it is NotFound; any other is thrown again. */
export const ignoreNotFound = ignoring(isNotFound);
/** For `catch`: undefined instead of the error if it is AlreadyExists; any other is thrown again. */
export const ignoreAlreadyExists = ignoring(isAlreadyExists);

function ignoring(isExpected: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!isExpected(error)) throw error;
    return undefined;
  };
}
