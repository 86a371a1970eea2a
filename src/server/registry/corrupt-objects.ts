// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go (v1.36)

import { internalError, messageOf, type StatusCause, StatusError } from '../../apimachinery/status/index.js';
import { type CacheEntry, forEachYielding } from '../../storage/cacher/index.js';
import { isStorageError, type KeyValue } from '../../storage/index.js';
import { unreadable } from './foreign-object.js';
import type { Resource } from './resource.js';

/** The prefix of keys in errors, whatever the store's is. */
const shownPrefix = '/registry';

/** More objects than this are not listed in the error of a list. */
const mostCauses = 100;

/** Throws if the object to read or delete cannot be decrypted or decoded, with an error that names it. */
export function refuseCorrupt(entry: KeyValue): void {
  const problem = corruption(entry);
  if (problem !== undefined) throw internalError(corruptObject(entry.key, problem));
}

/** Throws if the object to update cannot be decrypted or decoded, with an error that says which of them. */
export function refuseCorruptUpdate(entry: KeyValue): void {
  const read = readValue(entry);
  if ('value' in read) return;
  const problem = problemOf(entry, read.error);
  throw reasonOfEncryption(read.error) === undefined ? unreadable(problem) : internalError(problem);
}

/** Throws if the object to read or write cannot be decrypted. */
export function refuseEncrypted(entry: KeyValue): void {
  const read = readValue(entry);
  if ('value' in read) return;
  const reason = reasonOfEncryption(read.error);
  if (reason !== undefined) throw internalError(messageOf(reason));
}

/** Throws an error that names the objects of a list that cannot be decrypted or decoded. */
export async function refuseCorruptList(resource: Resource, entries: readonly CacheEntry[]): Promise<void> {
  const causes: StatusCause[] = [];
  await forEachYielding(entries, (entry) => {
    const problem = corruption(entry);
    if (problem === undefined) return true;
    if (causes.length < mostCauses) causes.push(causeOf(shownPrefix + entry.key, problem));
    else causes.push({ reason: 'FieldValueTooMany', message: 'too many errors, the list is truncated' });
    return causes.length <= mostCauses;
  });
  if (causes.length === 0) return;
  const { group, resource: plural } = resource.groupResource;
  const name = group === '' ? plural : `${plural}.${group}`;
  throw StatusError.of({
    code: 500,
    reason: 'StorageReadError',
    message: `failed to read one or more ${name} from the storage`,
    details: { name: 'list', ...(group && { group }), kind: plural, causes },
  });
}

function causeOf(key: string, problem: string): StatusCause {
  return { reason: 'UnexpectedServerResponse', message: corruptObject(key, problem), field: key };
}

function corruptObject(key: string, problem: string): string {
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
}

/** Returns the value of an entry, or the error of reading it: cached values are decrypted and decoded only then. */
export function readValue(entry: KeyValue): { readonly value: Buffer } | { readonly error: unknown } {
  try {
    return { value: entry.value };
  } catch (error) {
    return { error };
  }
}

/** Why an object cannot be read; undefined if it can be. */
function corruption(entry: KeyValue): string | undefined {
  const read = readValue(entry);
  return 'value' in read ? undefined : problemOf(entry, read.error);
}

/** The revision of what cannot be decrypted is 0 upstream. */
function problemOf({ modRevision }: KeyValue, error: unknown): string {
  const reason = reasonOfEncryption(error);
  if (reason === undefined) return `object not decodable revision=${modRevision}: ${messageOf(error)}`;
  return `data from the storage is not transformable revision=0: ${messageOf(reason)}`;
}

/** Why a value could not be decrypted; undefined if the error is another one. */
function reasonOfEncryption(error: unknown): unknown {
  if (isStorageError(error, 'unreadable')) return error.cause ?? error;
  return error instanceof Error && isStorageError(error.cause, 'unreadable') ? error.cause : undefined;
}
