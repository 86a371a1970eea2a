import { join } from 'node:path';
import { nextIteration, systemClock } from '../../apimachinery/clock/index.js';
import { StorageError } from '../errors.js';
import { DirectoryOwner } from './directory-owner.js';
import { type FileDamage, inspectFile, type VisitEntry } from './lmdb-file/index.js';
import { dataFile } from './store-identity.js';

const sliceMilliseconds = 10;

/**
 * Reads the data file before LMDB maps it: if LMDB's unchecked assumptions did not hold, a signal would end the
 * process. Calls `visit` on the way. Throws `unreadable`, with advice.
 */
export async function verifyData(directory: string, visit: Readonly<Record<string, VisitEntry>> = {}): Promise<void> {
  const onDamage = (damage: FileDamage): void => {
    if (damage.isHarmless) return;
    // A process that has just started to write looks the same.
    DirectoryOwner.check(directory);
    throw unusable(directory, damage);
  };
  await runYielding(inspectFile({ path: join(directory, dataFile), visit, onDamage }));
}

/** Runs a generator, and yields to the event loop if it takes long. */
export async function runYielding<Result>(work: Generator<void, Result>): Promise<Result> {
  for (let began = systemClock.monotonic(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (systemClock.monotonic() - began < sliceMilliseconds) continue;
    await nextIteration(systemClock);
    began = systemClock.monotonic();
  }
}

/** Advice for a store that cannot be used. */
export const remedy =
  "see 'trestle doctor' for details, and restore a snapshot with 'trestle snapshot restore --replace'";

function unusable(directory: string, { message }: Error): StorageError {
  return new StorageError('unreadable', `${join(directory, dataFile)} is damaged: ${message}; ${remedy}`);
}
