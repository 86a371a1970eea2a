import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../errors.js';
import { createDurably, writeDurably } from './durable-files.js';

export const dataFile = 'data.mdb';
const identityFile = 'store.json';
/** Files that earlier stores leave behind. */
const traces = [identityFile, 'owner.json', 'lock.mdb'];

/**
 * Identifies the store of a data directory. Stored beside the data as well as within, so that the loss of either is
 * noticed.
 */
export interface StoreIdentity {
  readonly id: string;
  /** The data does not contain it yet: nothing has been stored. */
  readonly isNew: boolean;
}

/** Whether there is a data file to open. */
export function hasData(directory: string): boolean {
  return (statSync(join(directory, dataFile), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Reads the identity of a directory's store; undefined: none, because the data is older than this feature, or was
 * copied alone.
 */
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

/**
 * Creates an identity for a directory without data. Throws if there has been data: an empty store must not replace it.
 */
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
    // Another process is creating it as well; which of them gets the directory is decided later.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readIdentity(directory) ?? identity;
    throw error;
  }
}

export function newIdentity(): string {
  return randomUUID();
}

/** Called when the data contains the identity. */
export function keepIdentity(directory: string, id: string): void {
  writeDurably(join(directory, identityFile), JSON.stringify({ id }));
}

export function forgetIdentity(directory: string): void {
  rmSync(join(directory, identityFile), { force: true });
}

/** Refuses the data of another store. Data without an identity may be from an older version, unless one is expected. */
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
