import { join } from 'node:path';
import { nextTurn, systemClock } from '../../apimachinery/clock/index.js';
import { StorageError } from '../errors.js';
import { DirectoryOwner } from './directory-owner.js';
import { type FileDamage, inspectFile, type VisitEntry } from './lmdb-file/index.js';
import { dataFile } from './store-identity.js';

const turnMilliseconds = 10;

/**
 * Reads the data file before LMDB maps it: what LMDB relies on without looking would end the process with a signal if it
 * did not hold. Calls `visit` by the way. Throws `unreadable`, with what to do.
 */
export async function verifyData(directory: string, visit: Readonly<Record<string, VisitEntry>> = {}): Promise<void> {
  const onDamage = (damage: FileDamage): void => {
    if (damage.isHarmless) return;
    // Another process that has just begun to write makes the same impression.
    DirectoryOwner.check(directory);
    throw unusable(directory, damage);
  };
  await inTurns(inspectFile({ path: join(directory, dataFile), visit, onDamage }));
}

/** Runs what yields now and then, and lets others have their turn where it takes long. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let began = systemClock.monotonic(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (systemClock.monotonic() - began < turnMilliseconds) continue;
    await nextTurn(systemClock);
    began = systemClock.monotonic();
  }
}

/** What to do about a store that cannot be used. */
export const remedy =
  "see 'trestle doctor' for details, and restore a snapshot with 'trestle snapshot restore --replace'";

export function unusable(directory: string, { message }: Error): StorageError {
  return new StorageError('unreadable', `${join(directory, dataFile)} is damaged: ${message}; ${remedy}`);
}
