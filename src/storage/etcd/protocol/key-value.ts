// Follows vendor/go.etcd.io/etcd/api/v3/mvccpb/kv.proto (v1.36)

import type { BinaryReader } from '@bufbuild/protobuf/wire';
import type { KeyValue } from '../../storage.js';
import { newReader } from '../grpc/wire-library.js';
import type { KeySpace } from '../key-space.js';
import { bytesTag, readInt64, skipField, varintTag } from './fields.js';

const keyTag = bytesTag(1);
const createRevisionTag = varintTag(2);
const modRevisionTag = varintTag(3);
const valueTag = bytesTag(5);
const noValue = Buffer.alloc(0);

/**
 * Reads an mvccpb.KeyValue. The value is copied: a cache keeps values for long, and a slice would keep the whole
 * response alive.
 */
export function readKeyValue(reader: BinaryReader, keys: KeySpace): KeyValue {
  const end = reader.uint32() + reader.pos;
  let key = '';
  let value = noValue;
  let createRevision = 0n;
  let modRevision = 0n;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === keyTag) key = keys.decode(reader.bytes());
    else if (tag === createRevisionTag) createRevision = readInt64(reader);
    else if (tag === modRevisionTag) modRevision = readInt64(reader);
    else if (tag === valueTag) value = Buffer.from(reader.bytes());
    else skipField(reader, tag);
  }
  return { key, value, createRevision, modRevision };
}

/** Reads only the key and mod revision of an mvccpb.KeyValue, for callers that only track changes. */
export function decodeKeyAndRevision(bytes: Uint8Array): { key: Uint8Array; modRevision: bigint } {
  const reader = newReader(bytes);
  let key: Uint8Array = noValue;
  let modRevision = 0n;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === keyTag) key = reader.bytes();
    else if (tag === modRevisionTag) modRevision = readInt64(reader);
    else skipField(reader, tag);
  }
  return { key, modRevision };
}
