import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Files in a data directory are readable by their owner only. Windows has no such modes, and uses those of the
 * directory.
 */
export const privateFile = 0o600;
export const privateDirectory = 0o700;

/** Writes a file atomically and durably. */
export function writeDurably(path: string, text: string): void {
  renameDurably(writeBeside(path, text), path);
}

/** The same for a file that must not exist yet: throws `EEXIST`. */
export function createDurably(path: string, text: string): void {
  const temporary = writeBeside(path, text);
  try {
    placeDurably(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Replaces a file with one that has been synced. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncDirectory(dirname(to));
}

/** Gives a synced file a name that must not exist: throws `EEXIST`. The old name may remain. */
export function placeDurably(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Not every file system has links. Without them, another process could create the name in between.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(to)) throw error;
    renameSync(from, to);
  }
  syncDirectory(dirname(to));
}

/** A no-op if the file system has no modes. */
export function makePrivate(path: string): void {
  try {
    chmodSync(path, privateFile);
  } catch {
    // Files of another user, or on a system without modes, keep theirs.
  }
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes to a temporary name that no other process uses. */
function writeBeside(path: string, text: string): string {
  const temporary = `${path}.${process.pid}`;
  const descriptor = openSync(temporary, 'w', privateFile);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return temporary;
}

/** A new name is durable only after its directory is synced. Windows does that itself, and cannot open directories. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
