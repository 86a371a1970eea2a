import { Run } from '../ordered-map/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';

/** Entries of a list that follow each other in the cache. */
export type EntryRun = Run<CacheEntry>;

/** Maximum length of runs that are built for a single list: the same as that of a map's runs. */
const runLength = 64;

interface ListResultOptions {
  readonly revision: Revision;
  readonly more?: boolean;
  readonly remaining?: number | undefined;
}

/** The result of a list: runs of entries, flattened only for callers that read entries one by one. */
export class ListResult {
  readonly revision: Revision;
  readonly runs: readonly EntryRun[];
  /** The limit was reached and more entries follow, selected or not: the list does not scan beyond its page. */
  readonly more: boolean;
  /** The number of further entries; undefined if there is a selection. */
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

/** Entries as runs, for a list that was not read from a cache. */
export function runsOf(entries: readonly CacheEntry[]): EntryRun[] {
  const runs: EntryRun[] = [];
  for (let at = 0; at < entries.length; at += runLength) {
    runs.push(new Run(entries.slice(at, at + runLength), { isPassing: true }));
  }
  return runs;
}

/** The number of entries in runs. */
export function countOf(runs: readonly EntryRun[]): number {
  return runs.reduce((sum, { values }) => sum + values.length, 0);
}
