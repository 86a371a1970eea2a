// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/managedfields.go (v1.36)

import { runAtOnce, type Steps } from '../event-loop/index.js';
import { compareBytes, goQuote, isJsonObject, type JsonObject, type JsonValue, withMembers } from '../meta/index.js';
import type { FieldSet } from './field-set.js';
import { decodingFieldsV1, encodingFieldsV1 } from './fields-v1.js';

/** The operation by which a manager came to own fields. */
export type ManagedFieldsOperation = 'Apply' | 'Update';

export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: ManagedFieldsOperation;
  readonly apiVersion: string;
  /** Empty for the main resource. */
  readonly subresource: string;
}

/** The fields of one manager: one entry of `metadata.managedFields`. */
export class ManagedEntry implements ManagerIdentity {
  readonly manager: string;
  readonly operation: ManagedFieldsOperation;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly set: FieldSet;
  /** As encoded, `2006-01-02T15:04:05Z`. */
  readonly time: string | undefined;
  /** The JSON that the entry was decoded from, if encoding it would produce the same. */
  readonly source: JsonObject | undefined;

  constructor(
    identity: ManagerIdentity,
    set: FieldSet,
    { time, source }: { time?: string | undefined; source?: JsonObject | undefined },
  ) {
    this.manager = identity.manager;
    this.operation = identity.operation;
    this.apiVersion = identity.apiVersion;
    this.subresource = identity.subresource;
    this.set = set;
    this.time = time;
    this.source = source;
  }

  /** Returns the entry with another set; the same entry if the set is unchanged. */
  withSet(set: FieldSet): ManagedEntry {
    return this.set === set ? this : new ManagedEntry(this, set, { time: this.time });
  }

  *encoding(): Steps<JsonObject> {
    if (this.source !== undefined) return this.source;
    const json: JsonObject = {};
    if (this.manager !== '') json.manager = this.manager;
    json.operation = this.operation;
    json.apiVersion = this.apiVersion;
    if (this.time !== undefined) json.time = this.time;
    json.fieldsType = 'FieldsV1';
    json.fieldsV1 = yield* encodingFieldsV1(this.set);
    if (this.subresource !== '') json.subresource = this.subresource;
    return json;
  }
}

/** Entries by identity. Treat as immutable: make a new map to change it. */
export type ManagedEntries = ReadonlyMap<string, ManagedEntry>;

/** A list of managed fields that cannot be decoded. */
export class ManagedFieldsError extends Error {}

/**
 * The identity of a manager. An applier is the same manager in every version; an updater is not. The order of
 * identities is the order in which conflicts are listed and, for equal times, managers are merged by age.
 */
export function identityOf({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  return JSON.stringify([manager, operation, operation === 'Update' ? apiVersion : '', subresource]);
}

/**
 * Throws ManagedFieldsError, FieldsV1Error or PathElementError. Of entries with the same identity, the last one wins.
 */
export function decodeManagedFields(entries: readonly JsonValue[]): ManagedEntries {
  return runAtOnce(decodingManagedFields(entries));
}

/** The same in steps. */
export function* decodingManagedFields(entries: readonly JsonValue[]): Steps<ManagedEntries> {
  const managed = new Map<string, ManagedEntry>();
  for (const [index, source] of entries.entries()) {
    const entry = yield* decodingEntry(source, index);
    managed.set(identityOf(entry), entry);
  }
  return managed;
}

function* decodingEntry(source: JsonValue, index: number): Steps<ManagedEntry> {
  if (!isJsonObject(source)) throw new ManagedFieldsError(`managed fields entry ${index} is not an object`);
  const [operation, apiVersion, fieldsType] = [source.operation, source.apiVersion, source.fieldsType];
  if (operation !== 'Apply' && operation !== 'Update') {
    throw new ManagedFieldsError('operation must be `Apply` or `Update`');
  }
  if (!isText(apiVersion) || apiVersion === '') throw new ManagedFieldsError('apiVersion must not be empty');
  if (fieldsType !== 'FieldsV1') {
    throw new ManagedFieldsError(
      isText(fieldsType) && fieldsType !== ''
        ? `invalid fieldsType ${goQuote(fieldsType)} in managed fields entry ${index}`
        : `missing fieldsType in managed fields entry ${index}`,
    );
  }
  const identity = {
    manager: isText(source.manager) ? source.manager : '',
    operation,
    apiVersion,
    subresource: isText(source.subresource) ? source.subresource : '',
  } as const;
  const time = isText(source.time) ? source.time : undefined;
  const set = yield* decodingFieldsV1(source.fieldsV1 ?? {});
  return new ManagedEntry(identity, set, { time, source: isCanonical(source, set) ? source : undefined });
}

const entryKeys: ReadonlySet<string> = new Set([
  'manager',
  'operation',
  'apiVersion',
  'time',
  'fieldsType',
  'fieldsV1',
  'subresource',
]);

function isCanonical(source: JsonObject, set: FieldSet): boolean {
  if (set.source === undefined) return false;
  for (const key in source) {
    if (!entryKeys.has(key) || source[key] === '' || source[key] === null) return false;
  }
  return true;
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

/** Encodes `metadata.managedFields` in upstream's order: by operation, time, manager, version, subresource. */
export function encodeManagedFields(managed: ManagedEntries): JsonObject[] {
  return runAtOnce(encodingManagedFields(managed));
}

/** The same in steps. */
export function* encodingManagedFields(managed: ManagedEntries): Steps<JsonObject[]> {
  const entries: JsonObject[] = [];
  for (const entry of [...managed.values()].sort(compareEntries)) entries.push(yield* entry.encoding());
  return entries;
}

function compareEntries(a: ManagedEntry, b: ManagedEntry): number {
  return (
    compareBytes(a.operation, b.operation) ||
    (a.time === b.time ? 0 : secondsOf(a) - secondsOf(b)) ||
    compareBytes(a.manager, b.manager) ||
    compareBytes(a.apiVersion, b.apiVersion) ||
    compareBytes(a.subresource, b.subresource)
  );
}

/** Seconds since 1970; entries without a valid time count as the oldest. */
export function secondsOf({ time }: ManagedEntry): number {
  const milliseconds = time === undefined ? 0 : Date.parse(time);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}

export function timestampOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Returns `metadata.managedFields` of an object; undefined if it is missing or not a list. */
export function managedFieldsOf(object: JsonObject): JsonValue[] | undefined {
  const { metadata } = object;
  const entries = isJsonObject(metadata) ? metadata.managedFields : undefined;
  return Array.isArray(entries) ? entries : undefined;
}

/**
 * Returns the object with these managed fields, or without any. Returns the object itself if it has them already, or if
 * its metadata is invalid and will be rejected later.
 */
export function withManagedFields(object: JsonObject, entries: readonly JsonValue[]): JsonObject {
  const metadata = object.metadata ?? {};
  if (!isJsonObject(metadata)) return object;
  const current = metadata.managedFields;
  if (entries.length === 0) {
    if (current === undefined) return object;
    const { managedFields: _removed, ...rest } = metadata;
    return { ...object, metadata: rest };
  }
  if (Array.isArray(current) && isSameList(current, entries)) return object;
  return withMembers(object, { metadata: withMembers(metadata, { managedFields: [...entries] }) });
}

function isSameList(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
