import { clipText } from '../meta/index.js';

/** Why a request failed, for machines. Clients also meet reasons of other servers; the empty one is "unknown". */
export type StatusReason = KnownStatusReason | (string & {});

/** The reasons of metav1 with the HTTP code that goes with each. */
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

export type KnownStatusReason = keyof typeof statusReasonCodes;

/** What exactly went wrong: a FieldErrorType, or one of these, or what an extension server says. */
export type CauseType =
  | 'UnexpectedServerResponse'
  | 'FieldManagerConflict'
  | 'ResourceVersionTooLarge'
  | 'NamespaceTerminating'
  | (string & {});

export interface StatusCause {
  readonly reason?: CauseType;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The resource's or the kind's name; which one depends on the reason. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** metav1.Status. Members are in wire order and empty ones are absent, so that JSON.stringify gives the wire form. */
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

export interface Failure {
  readonly message: string;
  readonly reason: StatusReason;
  readonly code: number;
  readonly details?: StatusDetails;
}

/** What a message shows of a request is bounded, whoever wrote it. */
const maxMessageLength = 256 * 1024;
const maxNameLength = 4 * 1024;

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

/** What a server answers when there is no object to answer with, for example to a delete. */
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
