// Follows vendor/go.etcd.io/etcd/api/v3/etcdserverpb/rpc.proto (v1.36)

import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import type { KeyValue, Revision } from '../../storage.js';
import { beginFrame, type Frame, finishFrame } from '../grpc/framing.js';
import { newReader } from '../grpc/wire-library.js';
import type { KeySpace } from '../key-space.js';
import {
  bytesTag,
  readHeaderRevision,
  readInt64,
  skipField,
  varintTag,
  writeBytes,
  writeInt64,
  writeTrue,
} from './fields.js';
import { readKeyValue } from './key-value.js';

export interface RangeRequest {
  readonly key: Uint8Array;
  /** Unset: only this key. */
  readonly rangeEnd?: Uint8Array;
  readonly limit?: number;
  readonly revision?: Revision | undefined;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
}

export interface RangeResponse {
  readonly revision: Revision;
  readonly entries: KeyValue[];
  readonly more: boolean;
  readonly count: number;
}

export function encodeRange(request: RangeRequest): Frame {
  const writer = beginFrame();
  writeRange(writer, request);
  return finishFrame(writer);
}

export function writeRange(writer: BinaryWriter, request: RangeRequest): void {
  writeBytes(writer, 1, request.key);
  if (request.rangeEnd !== undefined) writeBytes(writer, 2, request.rangeEnd);
  if (request.limit !== undefined) writeInt64(writer, 3, request.limit);
  if (request.revision !== undefined) writeInt64(writer, 4, request.revision);
  if (request.keysOnly) writeTrue(writer, 8);
  if (request.countOnly) writeTrue(writer, 9);
}

const headerTag = bytesTag(1);
const entriesTag = bytesTag(2);
const moreTag = varintTag(3);
const countTag = varintTag(4);

export function decodeRange(message: Uint8Array, keys: KeySpace): RangeResponse {
  const reader = newReader(message);
  return readRange(reader, reader.len, keys);
}

export function readRange(reader: BinaryReader, end: number, keys: KeySpace): RangeResponse {
  const entries: KeyValue[] = [];
  let revision = 0n;
  let more = false;
  let count = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === entriesTag) entries.push(readKeyValue(reader, keys));
    else if (tag === headerTag) revision = readHeaderRevision(reader);
    else if (tag === moreTag) more = reader.bool();
    else if (tag === countTag) count = Number(readInt64(reader));
    else skipField(reader, tag);
  }
  return { revision, entries, more, count };
}
