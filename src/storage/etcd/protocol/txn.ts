// Follows vendor/go.etcd.io/etcd/api/v3/etcdserverpb/rpc.proto (v1.36)

import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import type { KeyValue, Revision } from '../../storage.js';
import { beginFrame, type Frame, finishFrame } from '../grpc/framing.js';
import { newReader } from '../grpc/wire-library.js';
import type { KeySpace } from '../key-space.js';
import { beginMessage, bytesTag, readHeaderRevision, skipField, varintTag, writeBytes, writeInt64 } from './fields.js';
import { readRange, writeRange } from './range.js';

export type TxnOperation =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array; readonly lease: bigint }
  | { readonly type: 'delete'; readonly key: Uint8Array }
  | { readonly type: 'get'; readonly key: Uint8Array };

/**
 * Compares the key's mod revision, or its version (the number of writes), with this value; 0 if the key does not exist.
 */
export interface Compare {
  readonly key: Uint8Array;
  readonly target: 'mod-revision' | 'version';
  readonly value: bigint;
}

export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly TxnOperation[];
  readonly failure: readonly TxnOperation[];
}

export interface TxnResponse {
  readonly revision: Revision;
  readonly succeeded: boolean;
  /** One for each executed operation: the result of a `get`, undefined for others. */
  readonly found: readonly (KeyValue | undefined)[];
}

export function encodeTxn(request: TxnRequest): Frame {
  const writer = beginFrame();
  for (const compare of request.compare) writeCompare(beginMessage(writer, 1), compare);
  for (const operation of request.success) writeOperation(beginMessage(writer, 2), operation);
  for (const operation of request.failure) writeOperation(beginMessage(writer, 3), operation);
  return finishFrame(writer);
}

/** Compare's first field, the kind of comparison, is omitted: its default is equality. */
function writeCompare(writer: BinaryWriter, { key, target, value }: Compare): void {
  if (target === 'mod-revision') {
    writer.uint32(varintTag(2)).uint32(2);
    writeBytes(writer, 3, key);
    writeInt64(writer, 6, value);
  } else {
    writeBytes(writer, 3, key);
    writeInt64(writer, 4, value);
  }
  writer.join();
}

/** A RequestOp: one of range 1, put 2, delete 3. */
function writeOperation(writer: BinaryWriter, operation: TxnOperation): void {
  switch (operation.type) {
    case 'get':
      writeRange(beginMessage(writer, 1), operation);
      break;
    case 'put':
      beginMessage(writer, 2);
      writeBytes(writer, 1, operation.key);
      writeBytes(writer, 2, operation.value);
      if (operation.lease !== 0n) writeInt64(writer, 3, operation.lease);
      break;
    case 'delete':
      writeBytes(beginMessage(writer, 3), 1, operation.key);
      break;
  }
  writer.join().join();
}

const headerTag = bytesTag(1);
const succeededTag = varintTag(2);
const responsesTag = bytesTag(3);
const rangeResponseTag = bytesTag(1);

export function decodeTxn(message: Uint8Array, keys: KeySpace): TxnResponse {
  const reader = newReader(message);
  const found: (KeyValue | undefined)[] = [];
  let revision = 0n;
  let succeeded = false;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === headerTag) revision = readHeaderRevision(reader);
    else if (tag === succeededTag) succeeded = reader.bool();
    else if (tag === responsesTag) found.push(readResponse(reader, keys));
    else skipField(reader, tag);
  }
  return { revision, succeeded, found };
}

function readResponse(reader: BinaryReader, keys: KeySpace): KeyValue | undefined {
  const end = reader.uint32() + reader.pos;
  let found: KeyValue | undefined;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === rangeResponseTag) {
      const rangeEnd = reader.uint32() + reader.pos;
      found = readRange(reader, rangeEnd, keys).entries[0];
    } else skipField(reader, tag);
  }
  return found;
}
