import { Run } from '../ordered-map/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';

export type EntryRun = Run<CacheEntry>;

/** Runs that are made for one list are as long as those of a map at most. */
const runLength = 64;

interface ListResultOptions {
  readonly revision: Revision;
  readonly more?: boolean;
  readonly remaining?: number | undefined;
}

/** What a list is answered with: runs of entries, which are put together only for those who want them one by one. */
export class ListResult {
  readonly revision: Revision;
  readonly runs: readonly EntryRun[];
  /** The limit was reached and something follows, selected or not: nobody looks further than a page must. */
  readonly more: boolean;
  /** How many more; not known where there is a selection. */
  readonly remaining: number | undefined;
  #entries: readonly CacheEntry[] | undefined;

  constructor(runs: readonly EntryRun[], { revision, more = false, remaining }: ListResultOptions) {
    this.runs = runs;
    this.revision = revision;
    this.more = more;
    this.remaining = remaining;
  }

  static of(entries: readonly CacheEntry[], options: ListResultOptions): ListResult {
    return new ListResult(runsOf(entries), options);
  }

  get entries(): readonly CacheEntry[] {
    this.#entries ??= this.runs.flatMap(({ values }) => values);
    return this.#entries;
  }

  get last(): CacheEntry | undefined {
    return this.runs.at(-1)?.values.at(-1);
  }
}

export function runsOf(entries: readonly CacheEntry[]): EntryRun[] {
  const runs: EntryRun[] = [];
  for (let at = 0; at < entries.length; at += runLength) {
    runs.push(new Run(entries.slice(at, at + runLength), { isPassing: true }));
  }
  return runs;
}

export function countOf(runs: readonly EntryRun[]): number {
  return runs.reduce((sum, { values }) => sum + values.length, 0);
}
