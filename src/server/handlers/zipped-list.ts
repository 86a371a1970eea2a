import { type DeflatedPart, deflatePart, GzipJoin } from '../../apimachinery/codec/index.js';
import type { EntryRun } from '../../storage/cacher/index.js';
import type { ResponseSink } from '../http/index.js';
import type { ZippedItems } from './stored-items.js';

export interface ZippedListOptions {
  readonly head: Buffer;
  readonly runs: readonly EntryRun[];
  readonly items: ZippedItems;
  readonly tail: Buffer;
}

/** Minimum size of a write, except the last. */
const chunkBytes = 64 * 1024;

/** Writes a gzipped list. Only runs of items that changed since an earlier list are compressed again. */
export async function writeZipped(list: ZippedListOptions, sink: ResponseSink): Promise<void> {
  const join = new GzipJoin();
  let waiting: Buffer[] = [join.header];
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (!sink.write(Buffer.concat(waiting))) await sink.drained();
    [waiting, bytes] = [[], 0];
  };
  for await (const part of deflatedParts(list)) {
    if (sink.closed.aborted) return;
    join.append(part);
    waiting.push(part.bytes);
    bytes += part.bytes.length;
    if (bytes >= chunkBytes) await write();
  }
  waiting.push(join.trailer);
  await write();
}

async function* deflatedParts({ head, runs, items, tail }: ZippedListOptions): AsyncGenerator<DeflatedPart> {
  yield await deflatePart(head);
  for (const run of runs) yield* await (run === runs.at(-1) ? items.last : items).of(run);
  yield await deflatePart(tail);
}
