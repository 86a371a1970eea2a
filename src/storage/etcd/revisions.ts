import { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';

/** etcd counts in signed 64 bit. What is beyond is as far in the future as this. */
const newestPossible: Revision = 2n ** 63n - 2n;

/** etcd takes 0 and less for the newest, which is not what was asked for. */
export function readable<T extends Revision | undefined>(revision: T): T | Revision {
  if (revision === undefined) return revision;
  if (revision <= 0n) throw new StorageError('invalid-argument', `there is no revision ${revision}`);
  return atMostPossible(revision);
}

/** One that may also be 0: an expectation, or where a watch begins. */
export function comparable(revision: Revision): Revision {
  if (revision < 0n) throw new StorageError('invalid-argument', `there is no revision ${revision}`);
  return atMostPossible(revision);
}

function atMostPossible(revision: Revision): Revision {
  return revision > newestPossible ? newestPossible : revision;
}
