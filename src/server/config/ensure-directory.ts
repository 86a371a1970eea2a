import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../flags/index.js';

/**
 * Creates the directory that a flag names, and its missing parents; throws a UsageError if it cannot be used. With
 * `recursive`, `mkdirSync` does not return for paths such as /proc/x, so each directory is created by itself.
 */
export function ensureDirectory(flag: string, path: string): void {
  try {
    for (const directory of missingDirectories(resolve(path))) mkdirSync(directory, { mode: 0o700 });
    if (!statSync(path).isDirectory()) throw new Error('it is not a directory');
    accessSync(path, constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError([`${flag}: ${path} cannot be used: ${reasons.get(code ?? '') ?? message}`], {
      cause: error,
    });
  }
}

const reasons = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOTDIR', 'a part of it is a file, not a directory'],
  ['ENOENT', 'directories cannot be created there'],
]);

/** The path and its parents as far as they do not exist, the outermost first. */
function missingDirectories(path: string): string[] {
  const missing: string[] = [];
  for (let directory = path; !exists(directory); directory = dirname(directory)) missing.unshift(directory);
  return missing;
}

function exists(path: string): boolean {
  try {
    return statSync(path) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
