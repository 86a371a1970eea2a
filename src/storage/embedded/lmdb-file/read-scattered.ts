import type { PageFile } from './page-file.js';

/** Reading up to this many unneeded pages is cheaper than another system call. */
const widestGap = 4;

export interface ScatteredPages {
  readonly bytes: Buffer;
  /** The offset of each page in the bytes. */
  readonly offsets: readonly number[];
}

/** Reads pages with few calls: adjacent ones together. Reuses the target buffer if it is large enough. */
export function readScattered(file: PageFile, numbers: readonly number[], target?: Buffer): ScatteredPages {
  const { pageSize } = file;
  const order = numbers.map((_, index) => index).sort((a, b) => numbers[a]! - numbers[b]!);
  const offsets = new Array<number>(numbers.length);
  const runs: { first: number; last: number }[] = [];
  let pages = 0;
  for (const index of order) {
    const number = numbers[index]!;
    const run = runs.at(-1);
    if (run && number - run.last <= widestGap) {
      pages += number - run.last;
      run.last = number;
    } else {
      runs.push({ first: number, last: number });
      pages++;
    }
    offsets[index] = (pages - 1) * pageSize;
  }
  const length = pages * pageSize;
  const bytes = target && target.length >= length ? target : Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const { first, last } of runs) {
    const end = at + (last - first + 1) * pageSize;
    file.read(bytes.subarray(at, end), first * pageSize);
    at = end;
  }
  return { bytes, offsets };
}
