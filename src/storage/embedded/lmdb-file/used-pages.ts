import { FileDamage } from './page-file.js';

/** The pages of a file that are in use. Invariant: each has one user. */
export class UsedPages {
  readonly #used: Uint8Array;
  readonly #lastPage: number;
  /** The number of pages that may exist. */
  readonly limit: number;
  count = 0;

  /** The first two pages are the meta pages. */
  constructor({ pages, lastPage }: { /** In the file. */ pages: number; lastPage: number }) {
    this.#lastPage = lastPage;
    this.limit = Math.min(pages, lastPage + 1);
    this.#used = new Uint8Array(this.limit);
  }

  has(page: number): boolean {
    return this.#used[page] === 1;
  }

  /** Throws `FileDamage` if the page does not exist, or is used already. */
  take(first: number, pages: number, by: string): true {
    // In this order: the sum of huge numbers would lose precision.
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
