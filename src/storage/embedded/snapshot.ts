import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { isStorageError, StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import { DirectoryOwner } from './directory-owner.js';
import { makePrivate, placeDurably, privateDirectory, privateFile, renameDurably, syncFile } from './durable-files.js';
import { inspectStore, type StoreReport } from './inspect-store.js';
import { filePermissions } from './lmdb-environment.js';
import { lmdbLibrary } from './lmdb-library.js';
import { settingNames, writeSetting } from './settings.js';
import { extractSnapshot, readSnapshot, sealSnapshot } from './snapshot-file.js';
import { dataFile, forgetIdentity, hasData, keepIdentity, newIdentity } from './store-identity.js';
import { verifyData } from './verify-data.js';

/** Options of a snapshot. */
export interface SnapshotOptions {
  /** The data directory of the store. */
  readonly directory: string;
  readonly file: string;
}

/** What a snapshot contains. */
export interface SnapshotReport {
  readonly revision: Revision;
  readonly objects: number;
  /** Damaged records are saved and restored unchanged. */
  readonly problems: readonly string[];
}

/** Copies a store into one file, at a single point in time, even while another process writes to it. */
export async function saveSnapshot({ directory, file }: SnapshotOptions): Promise<SnapshotReport> {
  if (!hasData(directory)) throw new StorageError('invalid-argument', `there is no data in ${directory}`);
  if (existsSync(file)) throw new StorageError('invalid-argument', `${file} exists already`);
  const target = resolve(file);
  mkdirSync(dirname(target), { recursive: true });
  if (!isInUse(directory)) await verifyData(directory);
  // LMDB copies into a directory; the file is then moved into place atomically.
  const temporary = mkdtempSync(`${target}.`);
  const copy = join(temporary, dataFile);
  try {
    await copyStore(directory, temporary);
    makePrivate(copy);
    const report = soundReport(copy, await inspectStore({ path: copy }));
    sealSnapshot(copy);
    placeDurably(copy, target);
    return report;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Reads a whole snapshot, and verifies it as far as possible. Fails with `unreadable` if it cannot be restored. */
export async function verifySnapshot({ file }: Pick<SnapshotOptions, 'file'>): Promise<SnapshotReport> {
  return (await examine(file)).report;
}

/** Places a snapshot in a data directory. Fails if a store exists there, unless it is to be replaced. */
export async function restoreSnapshot(options: SnapshotOptions & { replace?: boolean }): Promise<SnapshotReport> {
  const { directory, file, replace = false } = options;
  if (existsSync(directory)) DirectoryOwner.check(resolve(directory));
  if (hasData(directory) && !replace) {
    throw new StorageError(
      'invalid-argument',
      `there is data in ${directory} already: give --replace to put the snapshot in its place, or another directory`,
    );
  }
  const { length, report } = await examine(file);
  mkdirSync(directory, { recursive: true, mode: privateDirectory });
  const temporary = mkdtempSync(join(directory, 'restore-'));
  try {
    const copy = join(temporary, dataFile);
    extractSnapshot(file, { to: copy, length, mode: privateFile });
    const id = await giveIdentity(temporary);
    syncFile(copy);
    // Without an identity, data that a crash leaves here is accepted when the store is opened.
    forgetIdentity(directory);
    renameDurably(copy, join(directory, dataFile));
    if (id !== undefined) keepIdentity(directory, id);
    return report;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function examine(file: string): Promise<{ length: number; report: SnapshotReport }> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new StorageError('invalid-argument', `there is no ${file}`);
  if (found.size === 0) throw notRestorable(file, 'it is empty');
  const { length, checksum } = readSnapshot(file);
  if (checksum === 'wrong') throw notRestorable(file, 'its checksum does not match');
  const inspected = await inspectStore({ path: file, length });
  const report = soundReport(file, inspected);
  // Only snapshots from before checksums were introduced have none.
  if (checksum === 'none' && inspected.settings?.format !== 1) throw notRestorable(file, 'its end is missing');
  return { length, report };
}

function soundReport(file: string, { fileProblems, recordProblems, settings, counted }: StoreReport): SnapshotReport {
  if (fileProblems.length > 0) throw notRestorable(file, fileProblems[0]!);
  if (!settings?.format || !counted) throw notRestorable(file, recordProblems[0] ?? 'it holds no store');
  return { revision: settings.revision, objects: counted.objects, problems: recordProblems };
}

function notRestorable(file: string, problem: string): StorageError {
  return new StorageError('unreadable', `${file} is no snapshot, or damaged: ${problem}`);
}

/** The owning process has verified it already. */
function isInUse(directory: string): boolean {
  try {
    DirectoryOwner.check(resolve(directory));
    return false;
  } catch (error) {
    if (isStorageError(error, 'in-use')) return true;
    throw error;
  }
}

async function copyStore(directory: string, target: string): Promise<void> {
  const store = openAlone(directory, { readOnly: true });
  try {
    await store.backup(target, true);
  } finally {
    await store.close();
  }
}

/** The restored store is distinct from the one that was saved. Older formats get an identity when they are opened. */
async function giveIdentity(directory: string): Promise<string | undefined> {
  const store = openAlone(directory, { readOnly: false });
  try {
    const meta = store.openDB<Buffer, Buffer>({ name: 'meta', encoding: 'binary', keyEncoding: 'binary' });
    if (!meta.getBinary(settingNames.id)) return undefined;
    const id = newIdentity();
    store.transactionSync(() => writeSetting(meta, settingNames.id, Buffer.from(id)));
    return id;
  } finally {
    await store.close();
  }
}

function openAlone(path: string, { readOnly }: { readOnly: boolean }): RootDatabase<Buffer, Buffer> {
  return lmdbLibrary().open<Buffer, Buffer>({
    path,
    noSubdir: false,
    readOnly,
    overlappingSync: false,
    encoding: 'binary',
    keyEncoding: 'binary',
    ...filePermissions,
  });
}
