import type { Revision } from '../storage.js';
import type { VisitEntry } from './lmdb-file/index.js';
import { checkExpiration, checkHead } from './record.js';

/**
 * Verifies the checksums of heads and expirations during verification of the file. Both can be derived from the
 * versions, and are rebuilt if one is damaged; otherwise a damaged key could not be found any longer.
 */
export class IndexCheck {
  readonly visit: Readonly<Record<string, VisitEntry>> = {
    heads: (key, bytes) => this.#note(checkHead(key, bytes)),
    expirations: (key, bytes) => this.#note(checkExpiration(key, bytes)),
  };
  #isDamaged = false;
  /** The newest revision among records without a checksum. */
  #newestPlain: Revision = 0n;

  /** Records up to `plainUpTo` may lack checksums. */
  isDamaged(plainUpTo: Revision): boolean {
    return this.#isDamaged || this.#newestPlain > plainUpTo;
  }

  #note(found: boolean | Revision): void {
    if (found === false) this.#isDamaged = true;
    else if (found !== true && found > this.#newestPlain) this.#newestPlain = found;
  }
}
