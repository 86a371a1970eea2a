import { messageOf } from '../../../apimachinery/status/index.js';
import { StorageError, type StorageErrorCode } from '../../errors.js';
import type { CommitResult, KeyValue, Operation, Revision } from '../../storage.js';
import { DamagedEntry } from '../entries.js';
import type { Compaction, LedgerChange, Place, Version } from '../ledger.js';
import { type MessageReader, MessageWriter } from './message-bytes.js';

/** What the owner of a store sends to a replica. */
export const toReplica = { start: 1, load: 2, ready: 3, change: 4, committed: 5, conflict: 6, failed: 7, done: 8 };
/** What a replica sends to the owner. */
export const toOwner = { commit: 1, compact: 2 };

/** Where a replica finds the content. */
export interface Start {
  readonly revision: Revision;
  readonly compaction: Compaction;
  /** Undefined: in memory; the content follows. */
  readonly directory: string | undefined;
}

export function encodeStart({ revision, compaction, directory = '' }: Start): Buffer {
  return writeCompaction(new MessageWriter(toReplica.start).revision(revision), compaction).text(directory).finish();
}

export function decodeStart(message: MessageReader): Start {
  const [revision, compaction] = [message.revision(), readCompaction(message)];
  return { revision, compaction, directory: message.text() || undefined };
}

/** The operation by which a replica wrote a value: the replica has the value already. */
export interface Origin {
  readonly request: number;
  readonly index: number;
}

export function encodeVersions(type: number, versions: readonly Version[], originOf: OriginOf = noOrigin): Buffer {
  return writeVersions(new MessageWriter(type, sizeOf(versions)), versions, originOf).finish();
}

export type OriginOf = (value: Buffer) => Origin | undefined;
const noOrigin: OriginOf = () => undefined;

export interface ChangeOptions {
  readonly originOf?: OriginOf;
  /** The replica has its own copy of the content, and must drop what the owner drops. */
  readonly isInMemory: boolean;
}

export function encodeChange(change: LedgerChange, { originOf, isInMemory }: ChangeOptions): Buffer {
  const writer = new MessageWriter(toReplica.change, sizeOf(change.versions)).revision(change.revision);
  writeCompaction(writer, change.compaction ?? { revision: 0n, swept: 0n });
  writeVersions(writer, change.versions, originOf ?? noOrigin);
  const droppedVersions = isInMemory ? change.droppedVersions : [];
  const droppedHeads = isInMemory ? change.droppedHeads : [];
  writer.count(droppedVersions.length);
  for (const { revision, order } of droppedVersions) writer.revision(revision).count(order);
  writer.count(droppedHeads.length);
  for (const key of droppedHeads) writer.text(key);
  return writer.finish();
}

/** Returns the value that this process sent with a request. */
export type SentValue = (origin: Origin) => Buffer;

export function decodeChange(message: MessageReader, sentValue: SentValue): LedgerChange {
  const [revision, compaction] = [message.revision(), readCompaction(message)];
  return {
    revision,
    versions: decodeVersions(message, sentValue),
    droppedVersions: message.list(() => readPlace(message)),
    droppedHeads: message.list(() => message.text()),
    droppedExpirations: [],
    ...(compaction.revision > 0n && { compaction }),
  };
}

export function decodeVersions(message: MessageReader, sentValue: SentValue): Version[] {
  return message.list(() => {
    const [key, place, createRevision, expiresAt] = [
      message.text(),
      readPlace(message),
      message.revision(),
      message.float(),
    ];
    const previous = readPlace(message);
    const value = message.byte() === 1 ? sentValue(readOrigin(message)) : message.bytes();
    return {
      key,
      ...place,
      createRevision,
      expiresAt,
      previous: previous.revision === 0n ? undefined : previous,
      value,
    };
  });
}

export function encodeCommit(request: number, operations: readonly Operation[]): Buffer {
  const size = operations.reduce((sum, operation) => sum + 64 + operation.key.length + valueSize(operation), 16);
  const writer = new MessageWriter(toOwner.commit, size).count(request).count(operations.length);
  for (const operation of operations) {
    const { type, key, expect } = operation;
    writer.byte(operationTypes.indexOf(type)).text(key);
    writer.byte(expect === undefined ? 0 : 1).revision(expect ?? 0n);
    if (operation.type === 'put') writer.float(operation.ttlSeconds ?? 0).bytes(operation.value);
  }
  return writer.finish();
}

const operationTypes = ['put', 'delete', 'check'] as const;

export function decodeCommit(message: MessageReader): Operation[] {
  return message.list(() => {
    const [type, key] = [operationTypes[message.byte()]!, message.text()];
    const hasExpectation = message.byte() === 1;
    const expect = message.revision();
    const expected = hasExpectation ? { expect } : {};
    if (type === 'check') return { type, key, expect };
    if (type === 'delete') return { type, key, ...expected };
    const ttlSeconds = message.float();
    return { type, key, ...expected, ...(ttlSeconds > 0 && { ttlSeconds }), value: message.bytes() };
  });
}

export function encodeCompact(request: number, revision: Revision): Buffer {
  return new MessageWriter(toOwner.compact).count(request).revision(revision).finish();
}

export function encodeResult(request: number, result: CommitResult): Buffer {
  const { revision } = result;
  if (result.committed) return new MessageWriter(toReplica.committed).count(request).revision(revision).finish();
  const writer = new MessageWriter(toReplica.conflict).count(request).revision(revision).count(result.current.length);
  for (const entry of result.current) writeEntry(writer, entry);
  return writer.finish();
}

export function decodeCommitted(message: MessageReader): CommitResult {
  return { committed: true, revision: message.revision() };
}

export function decodeConflict(message: MessageReader): CommitResult {
  return { committed: false, revision: message.revision(), current: message.list(() => readEntry(message)) };
}

export function encodeDone(request: number): Buffer {
  return new MessageWriter(toReplica.done).count(request).finish();
}

export function encodeFailure(request: number, error: unknown): Buffer {
  const known = error instanceof StorageError ? error : new StorageError('unavailable', String(error));
  const writer = new MessageWriter(toReplica.failed).count(request).text(known.code).text(known.message);
  return optional(optional(writer, known.boundary), known.requested).finish();
}

export function decodeFailure(message: MessageReader): StorageError {
  const [code, text] = [message.text() as StorageErrorCode, message.text()];
  const [boundary, requested] = [readOptional(message), readOptional(message)];
  return new StorageError(code, text, {
    ...(boundary !== undefined && { boundary }),
    ...(requested !== undefined && { requested }),
  });
}

function writeVersions(writer: MessageWriter, versions: readonly Version[], originOf: OriginOf): MessageWriter {
  writer.count(versions.length);
  for (const version of versions) {
    const { key, revision, order, createRevision, expiresAt, previous, value } = version;
    writer.text(key).revision(revision).count(order).revision(createRevision).float(expiresAt);
    writer.revision(previous?.revision ?? 0n).count(previous?.order ?? 0);
    const origin = originOf(value);
    if (origin) writer.byte(1).count(origin.request).count(origin.index);
    else writer.byte(0).bytes(value);
  }
  return writer;
}

function readOrigin(message: MessageReader): Origin {
  return { request: message.count(), index: message.count() };
}

function readPlace(message: MessageReader): Place {
  return { revision: message.revision(), order: message.count() };
}

function writeCompaction(writer: MessageWriter, { revision, swept }: Compaction): MessageWriter {
  return writer.revision(revision).revision(swept);
}

function readCompaction(message: MessageReader): Compaction {
  return { revision: message.revision(), swept: message.revision() };
}

const entryKinds = { absent: 0, present: 1, damaged: 2 };

function writeEntry(writer: MessageWriter, entry: KeyValue | undefined): void {
  if (!entry) {
    writer.byte(entryKinds.absent);
    return;
  }
  const { key, createRevision, modRevision } = entry;
  let damage: string | undefined;
  let value: Buffer = nothing;
  try {
    value = entry.value;
  } catch (error) {
    damage = messageOf(error);
  }
  writer.byte(damage === undefined ? entryKinds.present : entryKinds.damaged);
  writer.text(key).revision(createRevision).revision(modRevision);
  if (damage === undefined) writer.bytes(value);
  else writer.text(damage);
}

const nothing = Buffer.alloc(0);

function readEntry(message: MessageReader): KeyValue | undefined {
  const kind = message.byte();
  if (kind === entryKinds.absent) return undefined;
  const [key, createRevision, modRevision] = [message.text(), message.revision(), message.revision()];
  if (kind === entryKinds.present) return { key, createRevision, modRevision, value: message.bytes() };
  const damage = new StorageError('unreadable', message.text());
  return new DamagedEntry({ key, createRevision, revision: modRevision }, damage);
}

function optional(writer: MessageWriter, revision: Revision | undefined): MessageWriter {
  return writer.byte(revision === undefined ? 0 : 1).revision(revision ?? 0n);
}

function readOptional(message: MessageReader): Revision | undefined {
  const isSet = message.byte() === 1;
  const revision = message.revision();
  return isSet ? revision : undefined;
}

function sizeOf(versions: readonly Version[]): number {
  return versions.reduce((sum, { key, value }) => sum + 64 + key.length + value.length, 64);
}

function valueSize(operation: Operation): number {
  return operation.type === 'put' ? operation.value.length : 0;
}
