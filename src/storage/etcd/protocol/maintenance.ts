// Follows vendor/go.etcd.io/etcd/api/v3/etcdserverpb/rpc.proto (v1.36)

import type { Revision } from '../../storage.js';
import { beginFrame, type Frame, finishFrame } from '../grpc/framing.js';
import { newReader } from '../grpc/wire-library.js';
import { bytesTag, readInt64, skipField, varintTag, writeInt64 } from './fields.js';

export function encodeCompaction(revision: Revision): Frame {
  const writer = beginFrame();
  writeInt64(writer, 1, revision);
  return finishFrame(writer);
}

export function encodeLeaseGrant(ttlSeconds: number): Frame {
  const writer = beginFrame();
  writeInt64(writer, 1, ttlSeconds);
  return finishFrame(writer);
}

const leaseIdTag = varintTag(2);

/** Returns the lease's id. */
export function decodeLeaseGrant(message: Uint8Array): bigint {
  const reader = newReader(message);
  let id = 0n;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === leaseIdTag) id = readInt64(reader);
    else skipField(reader, tag);
  }
  return id;
}

export function encodeStatus(): Frame {
  return finishFrame(beginFrame());
}

export interface MemberStatus {
  /** Such as `3.5.13`. */
  readonly version: string;
  readonly memberId: bigint;
  /** 0: there is currently none. */
  readonly leaderId: bigint;
  readonly databaseBytes: number;
}

const headerTag = bytesTag(1);
const versionTag = bytesTag(2);
const sizeTag = varintTag(3);
const leaderTag = varintTag(4);

export function decodeStatus(message: Uint8Array): MemberStatus {
  const reader = newReader(message);
  let [memberId, leaderId] = [0n, 0n];
  let version = '';
  let databaseBytes = 0;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === headerTag) memberId = decodeMemberId(reader.bytes());
    else if (tag === versionTag) version = reader.string();
    else if (tag === sizeTag) databaseBytes = Number(readInt64(reader));
    else if (tag === leaderTag) leaderId = reader.uint64() as bigint;
    else skipField(reader, tag);
  }
  return { version, memberId, leaderId, databaseBytes };
}

const memberIdTag = varintTag(2);

function decodeMemberId(header: Uint8Array): bigint {
  const reader = newReader(header);
  let memberId = 0n;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === memberIdTag) memberId = reader.uint64() as bigint;
    else skipField(reader, tag);
  }
  return memberId;
}
