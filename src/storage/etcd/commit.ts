// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.36)

import { StorageError } from '../errors.js';
import type { CommitResult, Operation } from '../storage.js';
import type { Call } from './etcd-client.js';
import { isLeaseNotFound, toStorageError } from './failures.js';
import type { KeySpace } from './key-space.js';
import type { Leases } from './leases.js';
import { Method } from './protocol/services.js';
import { type Compare, decodeTxn, encodeTxn, type TxnOperation, type TxnRequest } from './protocol/txn.js';
import { comparable } from './revisions.js';

export interface CommitContext {
  readonly call: (call: Call) => Promise<Buffer>;
  readonly keys: KeySpace;
  readonly leases: Leases;
}

/** One etcd transaction: expectations become comparisons; if they fail, it reads the current values instead. */
export async function commit(operations: readonly Operation[], context: CommitContext): Promise<CommitResult> {
  checkOperations(operations);
  const expires = operations.some((operation) => operation.type === 'put' && operation.ttlSeconds !== undefined);
  const leaseIds = expires ? await leasesFor(operations, context.leases) : noLeases;
  const request = encodeTxn(transaction(operations, { leaseIds, keys: context.keys }));
  try {
    return decodeResult(await context.call({ method: Method.txn, request, repeat: 'if-not-begun' }), context.keys);
  } catch (error) {
    if (!(error instanceof StorageError) || !isLeaseNotFound(error.cause)) throw toStorageError(error);
    // A lease that we believed alive was revoked. The transaction did not happen.
    await Promise.all(leaseIds.map((id) => context.leases.forget(id)));
    return commit(operations, context);
  }
}

const noLeases: readonly bigint[] = [];

/** One lease for each operation; 0: none. */
function leasesFor(operations: readonly Operation[], leases: Leases): Promise<bigint[]> {
  return Promise.all(
    operations.map((operation) =>
      operation.type === 'put' && operation.ttlSeconds !== undefined ? leases.forKey(operation.ttlSeconds) : 0n,
    ),
  );
}

function transaction(
  operations: readonly Operation[],
  { leaseIds, keys }: { leaseIds: readonly bigint[]; keys: KeySpace },
): TxnRequest {
  const compare: Compare[] = [];
  const success: TxnOperation[] = [];
  const failure: TxnOperation[] = [];
  operations.forEach((operation, index) => {
    const key = keys.encode(operation.key);
    if (operation.expect !== undefined)
      compare.push({ key, target: 'mod-revision', value: comparable(operation.expect) });
    failure.push({ type: 'get', key });
    if (operation.type === 'put') {
      success.push({ type: 'put', key, value: operation.value, lease: leaseIds[index] ?? 0n });
    } else if (operation.type === 'delete') success.push({ type: 'delete', key });
  });
  return { compare, success, failure: compare.length > 0 ? failure : [] };
}

function decodeResult(message: Buffer, keys: KeySpace): CommitResult {
  const { revision, succeeded, found } = decodeTxn(message, keys);
  return succeeded ? { committed: true, revision } : { committed: false, revision, current: found };
}

function checkOperations(operations: readonly Operation[]): void {
  if (operations.length > 1 && new Set(operations.map(({ key }) => key)).size < operations.length) {
    throw new StorageError('invalid-argument', 'one key twice in a transaction');
  }
  for (const operation of operations) {
    if (operation.type === 'put' && operation.ttlSeconds !== undefined) checkTtl(operation.ttlSeconds);
  }
}

/** etcd's longest lease; also far beyond the range of a timer. */
const longestTtlSeconds = 9_000_000_000;

function checkTtl(ttlSeconds: number): void {
  if (ttlSeconds > 0 && ttlSeconds <= longestTtlSeconds - 60) return;
  throw new StorageError('invalid-argument', `a key cannot live for ${ttlSeconds} seconds`);
}
