import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { messageOf } from '../../apimachinery/status/index.js';
import { isStorageError, StorageError } from '../errors.js';
import { DirectoryOwner } from './directory-owner.js';
import { makePrivate, privateDirectory, privateFile } from './durable-files.js';
import { IndexCheck } from './index-check.js';
import { lmdbLibrary } from './lmdb-library.js';
import { beginIdentity, dataFile, hasData, readIdentity, type StoreIdentity } from './store-identity.js';
import { verifyData } from './verify-data.js';

/** A data directory that this process owns exclusively. */
export interface LmdbEnvironment {
  readonly directory: string;
  readonly root: RootDatabase<Buffer, Buffer>;
  readonly owner: DirectoryOwner;
  /** Undefined if the directory does not identify its store. */
  readonly identity: StoreIdentity | undefined;
  /** The result of checking heads and expirations. */
  readonly index: IndexCheck;
}

/** Fails with `in-use` or `unreadable`. */
export async function openEnvironment(directory: string): Promise<LmdbEnvironment> {
  mkdirSync(directory, { recursive: true, mode: privateDirectory });
  const path = realpathSync(directory);
  DirectoryOwner.check(path);
  const isThere = hasData(path);
  const identity = isThere ? readIdentity(path) : beginIdentity(path);
  const index = new IndexCheck();
  if (isThere) await verifyData(path, index.visit);
  const root = openRoot(path);
  try {
    // Earlier versions created them readable for others.
    for (const name of [dataFile, 'lock.mdb']) makePrivate(join(path, name));
    // LMDB's own lock excludes other processes that are about to claim the directory.
    const owner = root.transactionSync(() => DirectoryOwner.claim(path));
    return { directory: path, root, owner, identity, index };
  } catch (error) {
    if (!isStorageError(error, 'in-use')) void root.close();
    throw error;
  }
}

function openRoot(path: string): RootDatabase<Buffer, Buffer> {
  try {
    return lmdbLibrary().open<Buffer, Buffer>({
      path,
      // Otherwise a directory with a dot in its name would be taken for a file.
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      // Otherwise LMDB acknowledges commits before they are on disk.
      overlappingSync: false,
      // The engine groups commits already.
      eventTurnBatching: false,
      ...filePermissions,
    });
  } catch (error) {
    const message = messageOf(error);
    throw new StorageError('unreadable', `the data directory ${path} cannot be opened: ${message}`, { cause: error });
  }
}

/** An option that is missing from the package's types. */
export const filePermissions: object = { permissionsMode: privateFile };
