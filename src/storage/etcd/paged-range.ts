// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.36)

import type { KeyValue, RangeOptions, RangeResult, Revision } from '../storage.js';
import { type KeyRange, type KeySpace, keyAfter } from './key-space.js';
import type { RangeRequest, RangeResponse } from './protocol/range.js';

/**
 * Target size of a page. etcd walks its whole index of the range for every page, so small pages cost more than they
 * save; huge ones would block both sides for long.
 */
const pageBytes = 8 << 20;
const firstPage = 500;
const largestPage = 20_000;
const smallestPage = 10;
/** The size of an entry beyond its value and key. */
const entryOverhead = 64;

export interface PagedRange extends Omit<RangeOptions, 'revision'> {
  readonly revision: Revision | undefined;
  readonly range: KeyRange;
  readonly keys: KeySpace;
}

/** Reads a range page by page, all at the revision of the first. */
export async function readPaged(
  fetchPage: (request: RangeRequest) => Promise<RangeResponse>,
  options: PagedRange,
): Promise<RangeResult> {
  const wanted = options.limit || Number.POSITIVE_INFINITY;
  const { rangeEnd } = options.range;
  const keysOnly = options.keysOnly ?? false;
  let key = options.range.key;
  let revision: Revision | undefined = options.revision;
  let page = options.keysOnly ? largestPage : firstPage;
  const entries: KeyValue[] = [];
  let total: number | undefined;
  for (;;) {
    const limit = Math.min(page, wanted - entries.length);
    const response: RangeResponse = await fetchPage({ key, rangeEnd, limit, revision, keysOnly });
    revision ??= response.revision;
    total ??= response.count;
    for (const entry of response.entries) entries.push(entry);
    if (!response.more || entries.length >= wanted) {
      return { revision, entries, more: response.more, ...(options.count ? { count: total } : {}) };
    }
    key = keyAfter(options.keys.encode(entries.at(-1)!.key));
    page = nextPage(response.entries);
  }
}

function nextPage(entries: readonly KeyValue[]): number {
  const bytes = entries.reduce((sum, { key, value }) => sum + key.length + value.length + entryOverhead, 0);
  return Math.max(smallestPage, Math.min(largestPage, Math.floor((pageBytes * entries.length) / Math.max(1, bytes))));
}
