import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A problem of a data file, as text. */
export class FileDamage extends Error {
  override readonly name = 'FileDamage';
  /** LMDB does not depend on the damaged part. */
  readonly isHarmless: boolean;

  constructor(message: string, { isHarmless = false }: { isHarmless?: boolean } = {}) {
    super(message);
    this.isHarmless = isHarmless;
  }
}

/** A data file, read page by page: unlike a mapping, reading past the end throws instead of crashing. */
export class PageFile {
  readonly path: string;
  readonly length: number;
  readonly #descriptor: number;
  /** Set once the meta pages have been read. */
  pageSize = 4096;

  constructor(
    path: string,
    { length = Number.POSITIVE_INFINITY }: { /** Bytes after it are not read. */ length?: number } = {},
  ) {
    this.path = path;
    this.#descriptor = openSync(path, 'r');
    this.length = Math.min(length, fstatSync(this.#descriptor).size);
  }

  /** The number of complete pages. */
  get pages(): number {
    return Math.floor(this.length / this.pageSize);
  }

  /** Fills the buffer, starting at a position of the file. */
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
