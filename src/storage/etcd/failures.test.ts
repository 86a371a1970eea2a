import { describe, expect, test } from 'vitest';
import type { StorageErrorCode } from '../errors.js';
import { mayRepeat, toStorageError } from './failures.js';
import { type Fate, GrpcCode, GrpcFailure, grpcCode, grpcMessage } from './grpc/status.js';

const responded = (code: GrpcCode, message: string) => new GrpcFailure(code, message, { fate: 'responded' });

describe('what etcd says', () => {
  const table: [StorageErrorCode, GrpcCode, string][] = [
    ['compacted', GrpcCode.outOfRange, 'etcdserver: mvcc: required revision has been compacted'],
    ['future-revision', GrpcCode.outOfRange, 'etcdserver: mvcc: required revision is a future revision'],
    ['out-of-space', GrpcCode.resourceExhausted, 'etcdserver: mvcc: database space exceeded'],
    ['too-large', GrpcCode.invalidArgument, 'etcdserver: request is too large'],
    ['too-large', GrpcCode.invalidArgument, 'etcdserver: too many operations in txn request'],
    ['too-large', GrpcCode.resourceExhausted, 'grpc: received message larger than max (5 vs. 4)'],
    ['unavailable', GrpcCode.resourceExhausted, 'etcdserver: too many requests'],
    ['invalid-argument', GrpcCode.invalidArgument, 'etcdserver: duplicate key given in txn request'],
    ['permission-denied', GrpcCode.permissionDenied, 'etcdserver: permission denied'],
    ['permission-denied', GrpcCode.unauthenticated, 'etcdserver: invalid auth token'],
    ['unreadable', GrpcCode.dataLoss, 'etcdserver: corrupt cluster'],
    ['unavailable', GrpcCode.unavailable, 'etcdserver: leader changed'],
    ['unavailable', GrpcCode.unknown, ''],
  ];
  test.each(table)('is %s for status %i %s', (code, status, message) => {
    expect(toStorageError(responded(status, message))).toMatchObject({ code });
  });

  test('may not be understandable at all', () => {
    expect(toStorageError(new RangeError('premature EOF'))).toMatchObject({ code: 'unreadable' });
  });
});

describe('a failed request goes out again', () => {
  const table: { write: boolean; read: boolean; fate: Fate; code: GrpcCode; message: string }[] = [
    { write: true, read: true, fate: 'not-sent', code: GrpcCode.unavailable, message: 'ECONNREFUSED' },
    { write: true, read: true, fate: 'responded', code: GrpcCode.unavailable, message: 'etcdserver: no leader' },
    {
      write: true,
      read: true,
      fate: 'responded',
      code: GrpcCode.resourceExhausted,
      message: 'etcdserver: too many requests',
    },
    { write: false, read: true, fate: 'unknown', code: GrpcCode.unavailable, message: 'socket hang up' },
    { write: false, read: true, fate: 'unknown', code: GrpcCode.deadlineExceeded, message: 'no answer' },
    { write: false, read: true, fate: 'responded', code: GrpcCode.unavailable, message: 'etcdserver: leader changed' },
    {
      write: false,
      read: true,
      fate: 'responded',
      code: GrpcCode.unavailable,
      message: 'etcdserver: request timed out',
    },
    {
      write: false,
      read: false,
      fate: 'responded',
      code: GrpcCode.invalidArgument,
      message: 'etcdserver: request is too large',
    },
    { write: false, read: false, fate: 'not-sent', code: GrpcCode.cancelled, message: 'the store is closed' },
  ];
  test.each(table)('after "$message": read $read, write $write', ({ write, read, fate, code, message }) => {
    const failure = new GrpcFailure(code, message, { fate });
    expect(mayRepeat(failure, 'freely')).toBe(read);
    expect(mayRepeat(failure, 'if-not-begun')).toBe(write);
  });
});

test('status and message are read as they come', () => {
  expect([grpcCode('0'), grpcCode('14'), grpcCode('99'), grpcCode(''), grpcCode(undefined)]).toEqual([0, 14, 2, 2, 2]);
  expect([grpcMessage('a%20b'), grpcMessage('100%'), grpcMessage(undefined)]).toEqual(['a b', '100%', '']);
});
