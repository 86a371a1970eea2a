import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../errors.js';
import { privateFile } from './durable-files.js';

const openHere = new Set<string>();

/**
 * Only one process at a time writes a data directory: the file `owner.json` in it names that process. A stale file of a
 * killed process is recognised, because the process is gone or, on Linux, its pid now belongs to another one.
 */
export class DirectoryOwner {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Throws `in-use` if another process owns the directory. */
  static check(directory: string): void {
    const owner = readOwner(directory);
    if (!openHere.has(directory) && !(owner && owner.pid !== process.pid && isAlive(owner))) return;
    throw new StorageError(
      'in-use',
      `the data directory ${directory} is in use by process ${owner?.pid ?? process.pid}; ` +
        `stop that process, or give this one another directory`,
    );
  }

  /** Must be called under a lock that excludes other processes that claim the directory. */
  static claim(directory: string): DirectoryOwner {
    DirectoryOwner.check(directory);
    const owner = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) });
    writeFileSync(ownerFile(directory), owner, { mode: privateFile });
    openHere.add(directory);
    return new DirectoryOwner(directory);
  }

  release(): void {
    openHere.delete(this.#directory);
    rmSync(ownerFile(this.#directory), { force: true });
  }
}

interface Owner {
  readonly pid: number;
  readonly birth: string;
}

/** Linux process states in which a process has ended. */
const hasEnded = new Set(['Z', 'X']);

function ownerFile(directory: string): string {
  return join(directory, 'owner.json');
}

/** Undefined also for a file that a crash has truncated. */
function readOwner(directory: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(ownerFile(directory), 'utf8'));
    return Number.isSafeInteger(owner.pid) && owner.pid > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, birth }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return birth === '' || birthOf(pid) === birth;
}

/**
 * Distinguishes a process from a later one with the same pid, by boot and start time. Empty if the system does not
 * provide them, and for a process that has ended: a zombie keeps its pid until its parent reaps it, which some never
 * do.
 */
function birthOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fieldsAfterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return hasEnded.has(fieldsAfterName[0]!) ? '' : `${boot}/${fieldsAfterName[19]}`;
  } catch {
    return '';
  }
}
