import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import { checkMagic } from './lmdb-file.js';
import { lmdbLibrary } from './lmdb-library.js';

const dataFile = 'data.mdb';

export interface SnapshotOptions {
  readonly directory: string;
  readonly file: string;
}

/** Copies a store into one file, as it is at one moment: also while another process writes to it. */
export async function saveSnapshot({ directory, file }: SnapshotOptions): Promise<{ revision: Revision }> {
  if (!existsSync(join(directory, dataFile))) {
    throw new StorageError('invalid-argument', `there is no data in ${directory}`);
  }
  if (existsSync(file)) throw new StorageError('invalid-argument', `${file} exists already`);
  const target = resolve(file);
  mkdirSync(dirname(target), { recursive: true });
  // LMDB copies into a directory; the file takes its place in one step.
  const temporary = mkdtempSync(`${target}.`);
  try {
    await copyStore(directory, temporary);
    const revision = await revisionOf(temporary);
    renameSync(join(temporary, dataFile), target);
    return { revision };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Puts a snapshot where a store will be opened. There must be none yet. */
export async function restoreSnapshot({ directory, file }: SnapshotOptions): Promise<{ revision: Revision }> {
  if (!existsSync(file)) throw new StorageError('invalid-argument', `there is no ${file}`);
  if (existsSync(join(directory, dataFile))) {
    throw new StorageError(
      'invalid-argument',
      `there is data in ${directory} already: remove it, or give another directory`,
    );
  }
  try {
    checkMagic(file);
  } catch (error) {
    throw new StorageError('unreadable', `${file} is no snapshot`, { cause: error });
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  copyFileSync(file, join(directory, dataFile));
  return { revision: await revisionOf(directory) };
}

async function copyStore(directory: string, target: string): Promise<void> {
  const store = await openForReading(directory);
  try {
    await store.backup(target, true);
  } finally {
    await store.close();
  }
}

async function revisionOf(directory: string): Promise<Revision> {
  const store = await openForReading(directory);
  try {
    const meta = store.openDB<Buffer, Buffer>({ name: 'meta', encoding: 'binary', keyEncoding: 'binary' });
    return meta.getBinary(Buffer.from('revision'))?.readBigUInt64BE(0) ?? 1n;
  } finally {
    await store.close();
  }
}

/** LMDB is loaded only by those who use it. */
async function openForReading(path: string): Promise<RootDatabase<Buffer, Buffer>> {
  return lmdbLibrary().open<Buffer, Buffer>({
    path,
    noSubdir: false,
    readOnly: true,
    encoding: 'binary',
    keyEncoding: 'binary',
  });
}
