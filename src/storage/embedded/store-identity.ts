import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../errors.js';
import { createDurably, writeDurably } from './durable-files.js';

export const dataFile = 'data.mdb';
const identityFile = 'store.json';
/** What earlier stores leave behind. */
const traces = [identityFile, 'owner.json', 'lock.mdb'];

/** Which store a data directory has. It is kept beside the data as well as within, so that either can be missed. */
export interface StoreIdentity {
  readonly id: string;
  /** The data does not have it yet: nothing has been stored. */
  readonly isNew: boolean;
}

/** Whether there is data that could be opened. */
export function hasData(directory: string): boolean {
  return (statSync(join(directory, dataFile), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** What a directory says of its store; undefined: nothing, because its data is older than that, or came alone. */
export function readIdentity(directory: string): StoreIdentity | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, identityFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const identity = parse(text);
  if (identity) return identity;
  const file = join(directory, identityFile);
  throw new StorageError('unreadable', `${file} is damaged: remove it if ${dataFile} beside it is the right one`);
}

function parse(text: string): StoreIdentity | undefined {
  try {
    const { id, isNew } = JSON.parse(text);
    return typeof id === 'string' && id !== '' ? { id, isNew: isNew === true } : undefined;
  } catch {
    return undefined;
  }
}

/** Makes up an identity for a directory without data. Refuses where there was some: an empty store is no substitute. */
export function beginIdentity(directory: string): StoreIdentity {
  const found = readIdentity(directory);
  if (found?.isNew) return found;
  const trace = traces.find((name) => existsSync(join(directory, name)));
  if (trace) throw dataIsGone(directory, trace);
  const identity = { id: newIdentity(), isNew: true };
  try {
    createDurably(join(directory, identityFile), JSON.stringify(identity));
    return identity;
  } catch (error) {
    // Another process is about to do the same; which of them gets the directory is decided later.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readIdentity(directory) ?? identity;
    throw error;
  }
}

export function newIdentity(): string {
  return randomUUID();
}

/** To be called when the data has the identity. */
export function keepIdentity(directory: string, id: string): void {
  writeDurably(join(directory, identityFile), JSON.stringify({ id }));
}

export function forgetIdentity(directory: string): void {
  rmSync(join(directory, identityFile), { force: true });
}

/** Refuses data of another store. What has no identity yet may be of an older version, unless one is expected. */
export function checkIdentity(directory: string, expected: StoreIdentity | undefined, found: string | undefined): void {
  if (!expected || expected.id === found || (expected.isNew && found === undefined)) return;
  throw new StorageError(
    'unreadable',
    `${join(directory, dataFile)} is not the store that ${identityFile} beside it belongs to: put the right one back, ` +
      `restore a snapshot of it with 'trestle snapshot restore --replace', or remove ${identityFile} to use this one`,
  );
}

function dataIsGone(directory: string, trace: string): StorageError {
  return new StorageError(
    'unreadable',
    `${join(directory, dataFile)} is ${existsSync(join(directory, dataFile)) ? 'empty' : 'missing'}, but ${trace} shows ` +
      `that there was a store: restore a snapshot with 'trestle snapshot restore', or remove ${directory} to begin with ` +
      'an empty cluster',
  );
}
