// Follows staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36)

import { formatGroupKind, formatGroupResource, type GroupKind, type GroupResource, goQuote } from '../meta/index.js';
import { type FieldError, omittedErrors, reportErrors, reportMessage } from '../validation/index.js';
import { type KnownStatusReason, type StatusCause, type StatusDetails, statusReasonCodes } from './status.js';
import { StatusError } from './status-error.js';

function failure(reason: KnownStatusReason, message: string, details?: StatusDetails): StatusError {
  return StatusError.of({ reason, message, code: statusReasonCodes[reason], ...(details && { details }) });
}

function detailsOf({ group, resource }: GroupResource, name: string): StatusDetails {
  return { name, group, kind: resource };
}

function quotedName(resource: GroupResource, name: string): string {
  return `${formatGroupResource(resource)} ${goQuote(name)}`;
}

/** Returns the error 404, NotFound: there is no such object. */
export function notFound(resource: GroupResource, name: string): StatusError {
  return failure('NotFound', `${quotedName(resource, name)} not found`, detailsOf(resource, name));
}

/** Returns the error 409, AlreadyExists: an object of this name exists. */
export function alreadyExists(resource: GroupResource, name: string): StatusError {
  return failure('AlreadyExists', `${quotedName(resource, name)} already exists`, detailsOf(resource, name));
}

/** No free name was found for a generateName; the client may retry. */
export function generateNameConflict(resource: GroupResource, name: string, retryAfterSeconds: number): StatusError {
  const message = `${quotedName(resource, name)} already exists, the server was not able to generate a unique name for the object`;
  return failure('AlreadyExists', message, { ...detailsOf(resource, name), retryAfterSeconds });
}

/** Returns the error 409, Conflict: the object has changed in the meantime. */
export function conflict(resource: GroupResource, name: string, message: string): StatusError {
  const text = `Operation cannot be fulfilled on ${quotedName(resource, name)}: ${message}`;
  return failure('Conflict', text, detailsOf(resource, name));
}

/** A server-side apply that would change fields of other managers. */
export function applyConflict(causes: readonly StatusCause[], message: string): StatusError {
  return failure('Conflict', message, { causes });
}

/**
 * The object is invalid. Each field error becomes a cause; the message contains each distinct one. If there are too
 * many or they are too long, only the first are listed.
 */
export function invalid(groupKind: GroupKind, name: string, fieldErrors: readonly FieldError[]): StatusError {
  const report = reportErrors(fieldErrors);
  const causes: StatusCause[] = [...report.listed];
  if (report.omitted > 0) causes.push({ reason: 'TooManyErrors', message: omittedErrors(report.omitted) });
  const subject = `${formatGroupKind(groupKind)} ${goQuote(name)} is invalid`;
  const message = fieldErrors.length > 0 ? `${subject}: ${reportMessage(report)}` : subject;
  return failure('Invalid', message, { name, group: groupKind.group, kind: groupKind.kind, causes });
}

/** The name may be empty, and the resource too (both parts) for non-resource requests. */
export function forbidden(resource: GroupResource, name: string, message: string): StatusError {
  const subject = name === '' ? formatGroupResource(resource) : quotedName(resource, name);
  const isEmpty = resource.group === '' && resource.resource === '';
  const text = isEmpty ? `forbidden: ${message}` : `${subject} is forbidden: ${message}`;
  return failure('Forbidden', text, detailsOf(resource, name));
}

/** Returns the error 401, Unauthorized: the client is not authenticated. */
export function unauthorized(message = ''): StatusError {
  return failure('Unauthorized', message || 'not authorized');
}

/** Returns the error 400, BadRequest: the request is malformed. */
export function badRequest(message: string): StatusError {
  return failure('BadRequest', message);
}

/** The action is an API verb, such as `create`. */
export function methodNotSupported(resource: GroupResource, action: string): StatusError {
  const message = `${action} is not supported on resources of kind ${goQuote(formatGroupResource(resource))}`;
  return failure('MethodNotAllowed', message, { group: resource.group, kind: resource.resource });
}

/** Returns the error 406, NotAcceptable: no media type suits the client. */
export function notAcceptable(acceptedMediaTypes: readonly string[]): StatusError {
  return failure('NotAcceptable', `only the following media types are accepted: ${acceptedMediaTypes.join(', ')}`);
}

/** The same for documents that are not objects and are available only in certain media types. */
export function noRepresentation(availableMediaTypes: readonly string[]): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${availableMediaTypes.join(', ')}`;
  return failure('NotAcceptable', message, {});
}

/** The target is the kind that the client requested, such as `meta.k8s.io/v1, Kind=Table`. */
export function notAcceptableConversion(target: string, acceptedMediaTypes: readonly string[]): StatusError {
  const accepted = acceptedMediaTypes.join(', ');
  return failure(
    'NotAcceptable',
    `only the following media types are accepted when converting to ${target}: ${accepted}`,
  );
}

/** Returns the error 415, UnsupportedMediaType: the body has no known media type. */
export function unsupportedMediaType(acceptedMediaTypes: readonly string[]): StatusError {
  const accepted = acceptedMediaTypes.join(', ');
  return failure(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}

/** Returns the error 413, RequestEntityTooLarge: the body is too large. */
export function requestEntityTooLarge(message: string): StatusError {
  return failure('RequestEntityTooLarge', `Request entity too large: ${message}`);
}

/** The requested revision has been compacted; the client must relist. */
export function resourceExpired(message: string): StatusError {
  return failure('Expired', message);
}

/** Returns the error 410, Gone: what was requested is not available any more. */
export function gone(message: string): StatusError {
  return failure('Gone', message);
}

/** Returns the error 500, InternalError. */
export function internalError(error: Error | string): StatusError {
  const message = typeof error === 'string' ? error : error.message;
  return failure('InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** A transient failure of the server: nothing was done, and the client should retry. */
export function serverTimeout(resource: GroupResource, operation: string, retryAfterSeconds: number): StatusError {
  const message = `The ${operation} operation against ${formatGroupResource(resource)} could not be completed at this time, please try again.`;
  return failure('ServerTimeout', message, { ...detailsOf(resource, operation), retryAfterSeconds });
}

/** The request timed out; it may still be completed. */
export function timeout(message: string, retryAfterSeconds: number): StatusError {
  return failure('Timeout', `Timeout: ${message}`, { retryAfterSeconds });
}

/** Returns the error 429, TooManyRequests: the client should try again later. */
export function tooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return failure('TooManyRequests', message, { retryAfterSeconds });
}

/** Returns the error 503, ServiceUnavailable: the server cannot handle requests now. */
export function serviceUnavailable(message: string): StatusError {
  return failure('ServiceUnavailable', message);
}

/** Upstream's response to a plain Go error: 500, with a message but no reason. */
export function errorWithoutReason(message: string): StatusError {
  return StatusError.of({ code: 500, reason: '', message });
}
