import { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';

/** etcd's revisions are signed 64-bit integers. Larger ones are mapped to this one, which is in the future as well. */
const newestPossible: Revision = 2n ** 63n - 2n;

/** etcd takes 0 and negative revisions for the newest one, which the caller did not request. */
export function readable<T extends Revision | undefined>(revision: T): T | Revision {
  if (revision === undefined) return revision;
  if (revision <= 0n) throw new StorageError('invalid-argument', `there is no revision ${revision}`);
  return atMostPossible(revision);
}

/** A revision that may also be 0: an expectation, or the start of a watch. */
export function comparable(revision: Revision): Revision {
  if (revision < 0n) throw new StorageError('invalid-argument', `there is no revision ${revision}`);
  return atMostPossible(revision);
}

function atMostPossible(revision: Revision): Revision {
  return revision > newestPossible ? newestPossible : revision;
}
