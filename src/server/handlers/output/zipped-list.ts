import { type DeflatedPart, deflatePart, GzipJoin } from '../../../apimachinery/codec/index.js';
import type { EntryRun } from '../../../storage/cacher/index.js';
import { type ListContent, type RunItems, withoutSeparator } from './list-content.js';

/** The items of lists, compressed. */
export class ZippedItems {
  readonly #items: RunItems;
  /** Items at the end of a list, without a trailing separator. */
  readonly #last: ZippedItems | undefined;
  readonly #isKept: boolean;

  /** `isKept`: what was compressed for one list is reused by the next. */
  constructor(items: RunItems, { isKept = true, isLast = items.separatorLength === 0 } = {}) {
    this.#items = items;
    this.#isKept = isKept;
    this.#last = isLast ? undefined : new ZippedItems(items, { isKept, isLast: true });
  }

  get last(): ZippedItems {
    return this.#last ?? this;
  }

  async of(run: EntryRun): Promise<readonly DeflatedPart[]> {
    if (!this.#isKept) return this.#partsOf(run);
    return run.known(this) ?? run.keep(this, await this.#partsOf(run));
  }

  async #partsOf(run: EntryRun): Promise<DeflatedPart[]> {
    const pieces = await this.#items.made(run);
    const parts: DeflatedPart[] = [];
    for (const piece of this.#last ? pieces : withoutSeparator(pieces, this.#items.separatorLength)) {
      parts.push(await deflatePart(piece));
    }
    return parts;
  }
}

/** Minimum size of a chunk, except the last. */
const chunkBytes = 64 * 1024;

/** A gzipped list, in chunks. Only runs of items that changed since an earlier list are compressed again. */
export async function* zippedList(list: ListContent, items: ZippedItems): AsyncGenerator<Buffer> {
  const join = new GzipJoin();
  let waiting: Buffer[] = [join.header];
  let bytes = 0;
  for await (const part of deflatedParts(list, items)) {
    join.append(part);
    waiting.push(part.bytes);
    bytes += part.bytes.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  waiting.push(join.trailer);
  yield Buffer.concat(waiting);
}

async function* deflatedParts(list: ListContent, items: ZippedItems): AsyncGenerator<DeflatedPart> {
  if (list.isSized) return yield* sizedParts(list, items);
  yield await deflatePart(list.head(0));
  for await (const parts of runParts(list.runs, items)) yield* parts;
  yield await deflatePart(await list.tail());
}

/** The size of all items precedes them. */
async function* sizedParts(list: ListContent, items: ZippedItems): AsyncGenerator<DeflatedPart> {
  const all: DeflatedPart[] = [];
  let bytes = 0;
  for await (const parts of runParts(list.runs, items)) {
    for (const part of parts) bytes += part.size;
    all.push(...parts);
  }
  yield await deflatePart(list.head(bytes));
  yield* all;
  yield await deflatePart(await list.tail());
}

async function* runParts(runs: readonly EntryRun[], items: ZippedItems): AsyncGenerator<readonly DeflatedPart[]> {
  for (const run of runs) yield await (run === runs.at(-1) ? items.last : items).of(run);
}
