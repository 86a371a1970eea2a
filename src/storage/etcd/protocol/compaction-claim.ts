// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/compact.go (v1.36)

import type { Revision } from '../../storage.js';
import type { Frame } from '../grpc/framing.js';
import { newReader } from '../grpc/wire-library.js';
import { bytesTag, readHeaderRevision, readInt64, skipField, varintTag } from './fields.js';
import { encodeTxn } from './txn.js';

/** The key by which kube-apiservers coordinate compaction; it is outside of the prefix. */
const claimKey = Buffer.from('compact_rev_key');

export interface CompactionClaim {
  /** The version of the key as far as the claimant knows: a logical clock that all servers share. */
  readonly time: bigint;
  /** The revision that the claimant will compact to. */
  readonly revision: Revision;
}

export interface CompactionClaimResult {
  readonly won: boolean;
  /** The current time of the clock. */
  readonly time: bigint;
  /** The store's revision. */
  readonly revision: Revision;
}

/** Advances the clock if it still shows the claimant's time, otherwise reads it. */
export function encodeClaim({ time, revision }: CompactionClaim): Frame {
  return encodeTxn({
    compare: [{ key: claimKey, target: 'version', value: time }],
    success: [{ type: 'put', key: claimKey, value: Buffer.from(String(revision)), lease: 0n }],
    failure: [{ type: 'get', key: claimKey }],
  });
}

const headerTag = bytesTag(1);
const succeededTag = varintTag(2);
const responsesTag = bytesTag(3);

export function decodeClaim(message: Uint8Array, { time }: CompactionClaim): CompactionClaimResult {
  const reader = newReader(message);
  let revision = 0n;
  let won = false;
  let found = 0n;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === headerTag) revision = readHeaderRevision(reader);
    else if (tag === succeededTag) won = reader.bool();
    else if (tag === responsesTag) found = versionIn(reader.bytes());
    else skipField(reader, tag);
  }
  return { won, time: won ? time + 1n : found, revision };
}

/** The version of the key in a ResponseOp with a RangeResponse; 0: the key does not exist. */
function versionIn(response: Uint8Array): bigint {
  const range = messageAt(response, 1);
  const entry = range && messageAt(range, 2);
  if (entry === undefined) return 0n;
  const reader = newReader(entry);
  let version = 0n;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === varintTag(4)) version = readInt64(reader);
    else skipField(reader, tag);
  }
  return version;
}

function messageAt(message: Uint8Array, field: number): Uint8Array | undefined {
  const reader = newReader(message);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === bytesTag(field)) return reader.bytes();
    skipField(reader, tag);
  }
  return undefined;
}
