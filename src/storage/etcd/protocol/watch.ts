// Follows vendor/go.etcd.io/etcd/api/v3/etcdserverpb/rpc.proto (v1.36)

import type { KeyValue, Revision, WatchEvent } from '../../storage.js';
import { beginFrame, type Frame, finishFrame } from '../grpc/framing.js';
import { newReader } from '../grpc/wire-library.js';
import type { KeyRange, KeySpace } from '../key-space.js';
import {
  beginMessage,
  bytesTag,
  readHeaderRevision,
  readInt64,
  skipField,
  varintTag,
  writeBytes,
  writeInt64,
  writeTrue,
} from './fields.js';
import { decodeKeyAndRevision, readKeyValue } from './key-value.js';

export interface WatchCreateRequest {
  readonly watchId: number;
  readonly range: KeyRange;
  /** The first revision to deliver. */
  readonly startRevision: Revision;
  readonly previous: boolean;
}

/** `fragment` (8) lets etcd split huge messages. */
export function encodeWatchCreate(request: WatchCreateRequest): Frame {
  const writer = beginFrame();
  beginMessage(writer, 1);
  writeBytes(writer, 1, request.range.key);
  writeBytes(writer, 2, request.range.rangeEnd);
  writeInt64(writer, 3, request.startRevision);
  if (request.previous) writeTrue(writer, 6);
  writeInt64(writer, 7, request.watchId);
  writeTrue(writer, 8);
  return finishFrame(writer.join());
}

export function encodeWatchCancel(watchId: number): Frame {
  const writer = beginFrame();
  writeInt64(beginMessage(writer, 2), 1, watchId);
  return finishFrame(writer.join());
}

export interface WatchResponse {
  /** The store's revision when the response was made; its events may be older. */
  readonly revision: Revision;
  /** -1: for all watches of the stream. */
  readonly watchId: number;
  readonly created: boolean;
  readonly canceled: boolean;
  /** Not 0: the watch requested a revision older than this one, the oldest available. */
  readonly compactRevision: Revision;
  readonly cancelReason: string;
  /** More fragments of the same response follow. */
  readonly fragment: boolean;
  /** Still encoded: the receiver decides how much of them to decode. */
  readonly events: readonly Uint8Array[];
}

const headerTag = bytesTag(1);
const watchIdTag = varintTag(2);
const createdTag = varintTag(3);
const canceledTag = varintTag(4);
const compactRevisionTag = varintTag(5);
const cancelReasonTag = bytesTag(6);
const fragmentTag = varintTag(7);
const eventsTag = bytesTag(11);

export function decodeWatchResponse(message: Uint8Array): WatchResponse {
  const reader = newReader(message);
  const events: Uint8Array[] = [];
  let [revision, compactRevision] = [0n, 0n];
  let [created, canceled, fragment] = [false, false, false];
  let watchId = 0;
  let cancelReason = '';
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === eventsTag) events.push(reader.bytes());
    else if (tag === headerTag) revision = readHeaderRevision(reader);
    else if (tag === watchIdTag) watchId = Number(readInt64(reader));
    else if (tag === createdTag) created = reader.bool();
    else if (tag === canceledTag) canceled = reader.bool();
    else if (tag === compactRevisionTag) compactRevision = readInt64(reader);
    else if (tag === cancelReasonTag) cancelReason = reader.string();
    else if (tag === fragmentTag) fragment = reader.bool();
    else skipField(reader, tag);
  }
  return { revision, watchId, created, canceled, compactRevision, cancelReason, fragment, events };
}

const eventTypeTag = varintTag(1);
const eventEntryTag = bytesTag(2);
const eventPreviousTag = bytesTag(3);
const deletion = 1;

export function decodeEvent(bytes: Uint8Array, keys: KeySpace): WatchEvent {
  const reader = newReader(bytes);
  let type = 0;
  let entry: KeyValue = { key: '', value: Buffer.alloc(0), createRevision: 0n, modRevision: 0n };
  let previous: KeyValue | undefined;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === eventTypeTag) type = reader.uint32();
    else if (tag === eventEntryTag) entry = readKeyValue(reader, keys);
    else if (tag === eventPreviousTag) previous = readKeyValue(reader, keys);
    else skipField(reader, tag);
  }
  return type === deletion
    ? { type: 'delete', key: entry.key, revision: entry.modRevision, previous }
    : { type: 'put', entry, previous };
}

/** The key and mod revision of an event. */
export function decodeEventPlace(bytes: Uint8Array): { key: Uint8Array; modRevision: Revision } {
  const reader = newReader(bytes);
  let place: { key: Uint8Array; modRevision: Revision } = { key: new Uint8Array(), modRevision: 0n };
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === eventEntryTag) place = decodeKeyAndRevision(reader.bytes());
    else skipField(reader, tag);
  }
  return place;
}
