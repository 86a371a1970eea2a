import { readNumber } from './layout.js';
import { FileDamage } from './page-file.js';
import type { UsedPages } from './used-pages.js';

/**
 * The lists of free pages, by the transaction that freed them. LMDB writes to these pages, so one that is in use would
 * be overwritten. A list is its length and that many numbers: 0 is an empty slot, and a negative number is the count of
 * consecutive pages that start at the next number.
 */
export class FreePages {
  readonly #used: UsedPages;
  readonly #lastPage: number;
  /** Free pages within the file. */
  count = 0;
  /** Free pages after its end: a free page need not have been written. */
  beyond = 0;

  constructor(used: UsedPages, lastPage: number) {
    this.#used = used;
    this.#lastPage = lastPage;
  }

  /** Must be called after all used pages are known. Throws `FileDamage`. */
  check(list: Buffer): void {
    const length = list.length < 8 ? Number.NaN : readNumber(list, 0);
    if (!(8 * (length + 1) <= list.length)) throw new FileDamage('a list of free pages makes no sense');
    for (let index = 1; index <= length; index++) {
      const entry = list.readBigInt64LE(8 * index);
      if (entry === 0n) continue;
      if (entry > 0n) this.#take(Number(entry), 1);
      else if (index < length) this.#take(readNumber(list, 8 * ++index), Number(-entry));
      else throw new FileDamage('a list of free pages ends too early');
    }
  }

  #take(first: number, pages: number): void {
    if (!(first >= 2 && first <= this.#lastPage && pages <= this.#lastPage + 1 - first)) {
      throw new FileDamage(`page ${first} is free, but not there`);
    }
    for (let page = first; page < first + pages; page++) {
      if (this.#used.has(page)) throw new FileDamage(`page ${page} is in use and free`);
      if (page < this.#used.limit) this.count++;
      else this.beyond++;
    }
  }
}
