import { FileDamage } from './page-file.js';

/** Which pages of a file have been found to be used, each by one. */
export class UsedPages {
  readonly #used: Uint8Array;
  readonly #lastPage: number;
  /** How many there may be. */
  readonly limit: number;
  count = 0;

  /** The first two are the meta pages. */
  constructor({ pages, lastPage }: { /** In the file. */ pages: number; lastPage: number }) {
    this.#lastPage = lastPage;
    this.limit = Math.min(pages, lastPage + 1);
    this.#used = new Uint8Array(this.limit);
  }

  has(page: number): boolean {
    return this.#used[page] === 1;
  }

  /** Throws `FileDamage` where there is no such page, or where it is used already. */
  take(first: number, pages: number, by: string): true {
    // Not the other way round: the sum of huge numbers is no number to rely on.
    if (!(first >= 2 && first < this.limit && pages <= this.limit - first)) {
      const where = first + pages <= this.#lastPage + 1 ? 'after the end of the file, which is cut short' : 'not there';
      throw new FileDamage(`${by} refers to page ${first}, which is ${where}`);
    }
    for (let page = first; page < first + pages; page++) {
      if (this.#used[page] === 1) throw new FileDamage(`${by} refers to page ${page}, which is in use elsewhere`);
      this.#used[page] = 1;
    }
    this.count += pages;
    return true;
  }
}
