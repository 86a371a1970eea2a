import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is wrong with a data file, in words. */
export class FileDamage extends Error {
  override readonly name = 'FileDamage';
  /** LMDB does not depend on it. */
  readonly isHarmless: boolean;

  constructor(message: string, { isHarmless = false }: { isHarmless?: boolean } = {}) {
    super(message);
    this.isHarmless = isHarmless;
  }
}

/** A data file, read page by page: unlike a mapping, that fails where there is nothing to read. */
export class PageFile {
  readonly path: string;
  readonly length: number;
  readonly #descriptor: number;
  /** Set once the meta pages have been read. */
  pageSize = 4096;

  constructor(
    path: string,
    { length = Number.POSITIVE_INFINITY }: { /** What comes after it is not read. */ length?: number } = {},
  ) {
    this.path = path;
    this.#descriptor = openSync(path, 'r');
    this.length = Math.min(length, fstatSync(this.#descriptor).size);
  }

  /** Those that are there in full. */
  get pages(): number {
    return Math.floor(this.length / this.pageSize);
  }

  /** Fills the buffer from a position in the file on. */
  read(target: Buffer, position: number): void {
    let filled = 0;
    while (filled < target.length) {
      const length = readSync(this.#descriptor, target, filled, target.length - filled, position + filled);
      if (length === 0) throw new FileDamage(`the file ends at byte ${position + filled}, and goes on`);
      filled += length;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
