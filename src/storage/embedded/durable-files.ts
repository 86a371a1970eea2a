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

/** What is in a data directory is for its owner alone. Windows has no such modes, and takes those of the directory. */
export const privateFile = 0o600;
export const privateDirectory = 0o700;

/** Writes a file that is there in full or not at all, also after a crash. */
export function writeDurably(path: string, text: string): void {
  renameDurably(writeBeside(path, text), path);
}

/** The same for one that must not be there yet: throws `EEXIST`. */
export function createDurably(path: string, text: string): void {
  const temporary = writeBeside(path, text);
  try {
    placeDurably(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Puts a file that has been synced in the place of another. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncDirectory(dirname(to));
}

/** Gives a file that has been synced a name that must not be taken: throws `EEXIST`. The old name may stay. */
export function placeDurably(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Not every file system has links. Without them, there is a moment in which another process could take the name.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(to)) throw error;
    renameSync(from, to);
  }
  syncDirectory(dirname(to));
}

/** As far as the file system has modes. */
export function makePrivate(path: string): void {
  try {
    chmodSync(path, privateFile);
  } catch {
    // Those of another user, or of a system without modes, stay as they are.
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

/** Under a name that no other process takes. */
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

/** Names are safe only when their directory is. Windows sees to that by itself, and refuses to open one. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
