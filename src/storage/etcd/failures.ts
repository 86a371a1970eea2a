import { StorageError } from '../errors.js';
import { GrpcCode, GrpcFailure } from './grpc/status.js';

/** etcd's messages for errors that its status codes alone do not distinguish. */
const say = {
  compacted: 'required revision has been compacted',
  future: 'required revision is a future revision',
  outOfSpace: 'database space exceeded',
  tooLarge: 'request is too large',
  tooManyOperations: 'too many operations in txn request',
  messageTooLarge: 'larger than max',
  tooManyRequests: 'too many requests',
  noLeader: 'no leader',
  leaseNotFound: 'requested lease not found',
} as const;

function says(failure: GrpcFailure, words: string): boolean {
  return failure.message.includes(words);
}

export function isLeaseNotFound(error: unknown): boolean {
  return error instanceof GrpcFailure && error.code === GrpcCode.notFound && says(error, say.leaseNotFound);
}

/** When a request may be retried: after any failure, or only if etcd certainly did not start it. */
export type Repeat = 'freely' | 'if-not-begun';

/** Whether the same request may be sent to another member, or to the same one again, a little later. */
export function mayRepeat(failure: GrpcFailure, repeat: Repeat): boolean {
  if (failure.fate === 'not-sent' || isRefusal(failure)) return failure.code !== GrpcCode.cancelled;
  return repeat === 'freely' && isMemberTrouble(failure);
}

/**
 * Whether etcd refused the request without starting it. A member without a leader refuses requests that require one
 * (see `hasleader`) before it looks at them; an overloaded one before it proposes them to the cluster.
 */
function isRefusal(failure: GrpcFailure): boolean {
  const { code, fate } = failure;
  if (fate !== 'responded') return false;
  if (code === GrpcCode.unavailable) return failure.message === `etcdserver: ${say.noLeader}`;
  return code === GrpcCode.resourceExhausted && says(failure, say.tooManyRequests);
}

/** Whether the failure is unrelated to the request: elections, time-outs, a stopping member, a broken connection. */
export function isMemberTrouble(failure: GrpcFailure): boolean {
  switch (failure.code) {
    case GrpcCode.unavailable:
    case GrpcCode.deadlineExceeded:
    case GrpcCode.cancelled:
    case GrpcCode.unknown:
    case GrpcCode.aborted:
    case GrpcCode.internal:
      return true;
    default:
      return isRefusal(failure);
  }
}

/** The only place that translates etcd's errors to `StorageError`s. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (!(error instanceof GrpcFailure)) {
    return new StorageError('unreadable', `etcd's response cannot be decoded: ${String(error)}`, { cause: error });
  }
  return new StorageError(codeOf(error), describe(error), { cause: error });
}

function codeOf(failure: GrpcFailure): StorageError['code'] {
  switch (failure.code) {
    case GrpcCode.outOfRange:
      if (says(failure, say.compacted)) return 'compacted';
      return says(failure, say.future) ? 'future-revision' : 'invalid-argument';
    case GrpcCode.resourceExhausted:
      if (says(failure, say.outOfSpace)) return 'out-of-space';
      return says(failure, say.messageTooLarge) ? 'too-large' : 'unavailable';
    case GrpcCode.invalidArgument:
      return says(failure, say.tooLarge) || says(failure, say.tooManyOperations) ? 'too-large' : 'invalid-argument';
    case GrpcCode.permissionDenied:
    case GrpcCode.unauthenticated:
      return 'permission-denied';
    case GrpcCode.dataLoss:
      return 'unreadable';
    case GrpcCode.notFound:
    case GrpcCode.alreadyExists:
    case GrpcCode.failedPrecondition:
      return 'invalid-argument';
    case GrpcCode.ok:
    case GrpcCode.cancelled:
    case GrpcCode.unknown:
    case GrpcCode.deadlineExceeded:
    case GrpcCode.aborted:
    case GrpcCode.unimplemented:
    case GrpcCode.internal:
    case GrpcCode.unavailable:
      return 'unavailable';
  }
}

function describe(failure: GrpcFailure): string {
  const text = failure.message === '' ? `gRPC status ${failure.code}` : failure.message;
  if (says(failure, say.messageTooLarge)) return `rpc error: code = ResourceExhausted desc = ${text}`;
  return text.startsWith('etcdserver') || text.includes('etcd endpoint') ? text : `etcd: ${text}`;
}
