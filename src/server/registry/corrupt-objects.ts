// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go (v1.36)

import { internalError, type StatusCause, StatusError } from '../../apimachinery/status/index.js';
import { type CacheEntry, forEachYielding } from '../../storage/cacher/index.js';
import { isStorageError, type KeyValue } from '../../storage/index.js';
import { unreadable } from './foreign-object.js';
import type { Resource } from './resource.js';

/** The prefix of keys in errors, whatever the store's is. */
const shownPrefix = '/registry';

/** More objects than this are not listed in the error of a list. */
const mostCauses = 100;

/** Throws if the object to read or delete cannot be decrypted or decoded. */
export function refuseCorrupt(entry: KeyValue): void {
  const problem = corruption(entry);
  if (problem !== undefined) throw internalError(corruptObject(entry.key, problem));
}

/** Throws if the object to update cannot be decrypted or decoded. */
export function refuseCorruptUpdate(entry: KeyValue): void {
  const problem = corruption(entry);
  if (problem !== undefined) throw unreadable(problem);
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

/** Why an object cannot be read; undefined if it can be. */
function corruption(entry: KeyValue): string | undefined {
  try {
    // Cached values are decrypted and decoded when they are read.
    void entry.value;
    return undefined;
  } catch (error) {
    const reason = reasonOfEncryption(error);
    const stage = reason === undefined ? 'object not decodable' : 'data from the storage is not transformable';
    return `${stage} revision=${entry.modRevision}: ${messageOf(reason ?? error)}`;
  }
}

/** Why a value could not be decrypted; undefined if the error is another one. */
function reasonOfEncryption(error: unknown): unknown {
  if (isStorageError(error, 'unreadable')) return error.cause ?? error;
  return error instanceof Error && isStorageError(error.cause, 'unreadable') ? error.cause : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
