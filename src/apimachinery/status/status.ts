// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)

import { clipText } from '../meta/index.js';

/** Machine-readable reason of a failure. Other servers may use other reasons; the empty one is "unknown". */
export type StatusReason = KnownStatusReason | (string & {});

/** metav1's reasons with their HTTP codes. */
export const statusReasonCodes = {
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Invalid: 422,
  ServerTimeout: 500,
  StorageReadError: 500,
  Timeout: 504,
  TooManyRequests: 429,
  BadRequest: 400,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  InternalError: 500,
  Expired: 410,
  ServiceUnavailable: 503,
} as const;

/** The reasons that Kubernetes defines. */
export type KnownStatusReason = keyof typeof statusReasonCodes;

/** Type of a cause: a FieldErrorType, one of these, or one of an extension server. */
export type CauseType =
  | 'UnexpectedServerResponse'
  | 'FieldManagerConflict'
  | 'ResourceVersionTooLarge'
  | 'NamespaceTerminating'
  | (string & {});

/** A single problem of a request. */
export interface StatusCause {
  readonly reason?: CauseType;
  readonly message?: string;
  readonly field?: string;
}

/** What a Status is about, and why. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The name of the resource or the kind, depending on the reason. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/**
 * metav1.Status. Members are in wire order and empty ones are omitted, so that JSON.stringify returns the wire format.
 */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string };
  readonly status?: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** A Status of a failed request. */
export interface Failure {
  readonly message: string;
  readonly reason: StatusReason;
  readonly code: number;
  readonly details?: StatusDetails;
}

/** Bounds the length of messages, which may contain parts of a request. */
const maxMessageLength = 256 * 1024;
const maxNameLength = 4 * 1024;

/** Returns the Status of a failed request. */
export function failureStatus({ message, reason, code, details }: Failure): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    ...(message !== '' && { message: clipText(message, maxMessageLength) }),
    ...(reason !== '' && { reason }),
    ...(details && { details: withoutEmpty(details) }),
    ...(code !== 0 && { code }),
  };
}

/** The response if there is no object to return, for example to a delete. */
export function successStatus(details?: StatusDetails): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    ...(details && { details: withoutEmpty(details) }),
  };
}

function withoutEmpty({ name, group, kind, uid, causes, retryAfterSeconds }: StatusDetails): StatusDetails {
  return {
    ...(name && { name: clipText(name, maxNameLength) }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(uid && { uid }),
    ...(causes && causes.length > 0 && { causes }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}
