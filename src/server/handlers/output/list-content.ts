import type { MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { EntryRun } from '../../../storage/cacher/index.js';

/** The encoded items of runs of entries, each followed by a separator. */
export interface RunItems {
  readonly separatorLength: number;
  /** May be cached with the run. */
  of(run: EntryRun): MaybePromise<readonly Buffer[]>;
  /** Not cached. */
  made(run: EntryRun): MaybePromise<Buffer[]>;
}

/** A list that is not empty. */
export interface ListContent {
  readonly runs: readonly EntryRun[];
  readonly items: RunItems;
  /** What precedes the items. */
  head(itemBytes: number): Buffer;
  /** Whether `head` needs the size of all items. */
  readonly isSized: boolean;
  /** What follows the items. */
  tail(): MaybePromise<Buffer>;
}

/** A list, encoded piece by piece while it is sent; if its size precedes it, encoded completely first. */
export async function* encodedList(list: ListContent): AsyncGenerator<Buffer> {
  if (list.isSized) return yield* sizedList(list);
  yield list.head(0);
  for await (const pieces of runPieces(list)) yield* pieces;
  yield await list.tail();
}

async function* sizedList(list: ListContent): AsyncGenerator<Buffer> {
  const all: Buffer[] = [];
  let bytes = 0;
  for await (const pieces of runPieces(list)) {
    for (const piece of pieces) bytes += piece.length;
    all.push(...pieces);
  }
  yield list.head(bytes);
  yield* all;
  yield await list.tail();
}

async function* runPieces({ runs, items }: ListContent): AsyncGenerator<readonly Buffer[]> {
  const last = runs.at(-1);
  for (const run of runs) {
    const pieces = await items.of(run);
    yield run === last ? withoutSeparator(pieces, items.separatorLength) : pieces;
  }
}

/** Removes the separator after the last item. */
export function withoutSeparator(pieces: readonly Buffer[], length: number): readonly Buffer[] {
  if (length === 0) return pieces;
  const last = pieces.at(-1)!;
  return [...pieces.slice(0, -1), last.subarray(0, last.length - length)];
}
