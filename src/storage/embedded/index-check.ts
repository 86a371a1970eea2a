import type { Revision } from '../storage.js';
import type { VisitEntry } from './lmdb-file/index.js';
import { checkExpiration, checkHead } from './record.js';

/**
 * Looks at the checksums of heads and expirations while the file is verified. Both follow from the versions, so that they
 * can be made anew where one of them is damaged; else a key that is damaged could no longer be found.
 */
export class IndexCheck {
  readonly visit: Readonly<Record<string, VisitEntry>> = {
    heads: (key, bytes) => this.#note(checkHead(key, bytes)),
    expirations: (key, bytes) => this.#note(checkExpiration(key, bytes)),
  };
  #isDamaged = false;
  /** The newest revision of a record without a checksum. */
  #newestPlain: Revision = 0n;

  /** Records up to a revision may be without checksums. */
  isDamaged(plainUpTo: Revision): boolean {
    return this.#isDamaged || this.#newestPlain > plainUpTo;
  }

  #note(found: boolean | Revision): void {
    if (found === false) this.#isDamaged = true;
    else if (found !== true && found > this.#newestPlain) this.#newestPlain = found;
  }
}
