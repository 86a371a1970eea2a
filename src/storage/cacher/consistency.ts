// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go (v1.36)

import type { KeyValue, Storage } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';
import type { CacheState } from './cache-state.js';

/** The first place where a cache differs from its store: what each of them has there. */
export interface CacheDifference {
  readonly cached: Pick<KeyValue, 'key' | 'modRevision'> | undefined;
  readonly stored: Pick<KeyValue, 'key' | 'modRevision'> | undefined;
}

const pageSize = 2000;

/** Compares a state of a cache, which must not change meanwhile, with the store at its revision: keys and revisions. */
export async function differenceFromStore(
  state: CacheState,
  { storage, prefix }: { readonly storage: Storage; readonly prefix: string },
): Promise<CacheDifference | undefined> {
  const { revision } = state;
  const cached = entriesOf(state);
  let startKey: string | undefined = prefix;
  while (startKey !== undefined) {
    const page = await storage.range(prefix, { keysOnly: true, revision, startKey, limit: pageSize });
    for (const stored of page.entries) {
      const entry = cached.next().value;
      if (entry?.key !== stored.key || entry.modRevision !== stored.modRevision) return { cached: entry, stored };
    }
    startKey = page.more ? `${page.entries.at(-1)!.key}\0` : undefined;
  }
  const entry = cached.next().value;
  return entry && { cached: entry, stored: undefined };
}

function* entriesOf(state: CacheState): Generator<CacheEntry, undefined> {
  for (const { values } of state.runs('', { startKey: '', limit: 0 })) yield* values;
  return undefined;
}
