import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { messageOf } from './message-of.js';
import {
  type CauseType,
  type Failure,
  failureStatus,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
} from './status.js';

/** An error with a Status: returned by the API server, or received by a client. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;

  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? '', options);
    this.status = status;
  }

  static of(failure: Failure, options?: ErrorOptions): StatusError {
    return new StatusError(failureStatus(failure), options);
  }

  /** The HTTP code; 500 if the status has none. */
  get code(): number {
    return this.status.code ?? 500;
  }

  /** The empty string if the status has none. */
  get reason(): StatusReason {
    return this.status.reason ?? '';
  }
}

/** Limit for following causes: an error chain may be cyclic. */
const maxCauses = 20;

/** Returns the StatusError that an error is or was caused by. */
export function findStatusError(error: unknown): StatusError | undefined {
  let current = error;
  for (let step = 0; step < maxCauses && current instanceof Error; step++) {
    if (current instanceof StatusError) return current;
    current = current.cause;
  }
  return undefined;
}

/** Returns the Status of a response. Errors other than StatusError are bugs: code 500, no reason. */
export function statusOf(error: unknown): Status {
  const found = findStatusError(error);
  if (found === undefined) {
    const message = messageOf(error);
    return failureStatus({ message, reason: '', code: 500 });
  }
  const { status } = found;
  if (status.status !== undefined && status.code !== undefined) return status;
  return {
    ...status,
    status: status.status ?? 'Failure',
    code: status.code ?? (status.status === 'Success' ? 200 : 500),
  };
}

/** The first cause of that type in the error's details. */
export function statusCause(error: unknown, type: CauseType): StatusCause | undefined {
  return findStatusError(error)?.status.details?.causes?.find((cause) => cause.reason === type);
}

/** Returns the same error with one more cause in its details. */
export function withCause(error: StatusError, cause: StatusCause): StatusError {
  const { details } = error.status;
  const causes = [...(details?.causes ?? []), cause];
  return new StatusError({ ...error.status, details: { ...details, causes } }, { cause: error });
}

/** The retry delay that the server suggested, in seconds, if any. */
export function suggestedDelaySeconds(error: unknown): number | undefined {
  const status = findStatusError(error)?.status;
  if (status?.details === undefined) return undefined;
  const seconds = status.details.retryAfterSeconds ?? 0;
  return seconds > 0 || status.reason === 'ServerTimeout' ? seconds : undefined;
}

/** Returns the error of a Status object received from a server; undefined if the object is not a Status. */
export function statusErrorFromObject(object: JsonObject): StatusError | undefined {
  const { kind, apiVersion, status, message, reason, details, code } = object;
  if (kind !== 'Status' || (apiVersion !== 'v1' && apiVersion !== 'meta.k8s.io/v1')) return undefined;
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    ...((status === 'Success' || status === 'Failure') && { status }),
    ...text('message', message),
    ...text('reason', reason),
    ...(isJsonObject(details) && { details: readDetails(details) }),
    ...(typeof code === 'number' && { code }),
  });
}

function readDetails(details: JsonObject): StatusDetails {
  const { causes, retryAfterSeconds } = details;
  return {
    ...text('name', details.name),
    ...text('group', details.group),
    ...text('kind', details.kind),
    ...text('uid', details.uid),
    ...(Array.isArray(causes) && { causes: causes.filter(isJsonObject).map(readCause) }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  };
}

function readCause(cause: JsonObject): StatusCause {
  return { ...text('reason', cause.reason), ...text('message', cause.message), ...text('field', cause.field) };
}

function text<Name extends string>(name: Name, value: JsonValue | undefined): { [key in Name]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [key in Name]: string }) : {};
}
