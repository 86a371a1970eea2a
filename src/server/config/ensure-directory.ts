import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../flags/index.js';

/**
 * Creates the directory that a flag names, and its missing parents; throws a UsageError if it cannot be used. With
 * `recursive`, `mkdirSync` does not return for paths such as /proc/x, so each directory is created by itself.
 */
export function ensureDirectory(flag: string, path: string): void {
  try {
    for (const directory of missingDirectories(resolve(path))) mkdirSync(directory, { mode: 0o700 });
    if (!statSync(path).isDirectory()) throw new Error('it is not a directory');
    // Modes do not say it all: root may write anywhere, except in /sys; Windows has access lists.
    rmdirSync(mkdtempSync(join(path, '.writable-')));
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
  let directory = path;
  for (; !exists(directory); directory = dirname(directory)) {
    missing.unshift(directory);
    // A drive that does not exist, on Windows.
    if (dirname(directory) === directory) return missing;
  }
  // Windows says of a path below a file that it does not exist.
  if (missing.length > 0 && !statSync(directory).isDirectory()) throw new Error(reasons.get('ENOTDIR'));
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
