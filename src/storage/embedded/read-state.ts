import type { StorageError } from '../errors.js';
import type { GetResult, KeyValue, RangeOptions, RangeResult, Revision } from '../storage.js';
import { DamagedEntry, entryOf } from './entries.js';
import { type Head, isDeletion, type LostHead, type ReadableLedger } from './ledger.js';

/** Reads a key as it was at a revision, which the caller has checked. */
export function readKey(ledger: ReadableLedger, key: string, revision: Revision): GetResult {
  const newest = ledger.head(key);
  const head = newest && headAt(ledger, newest, revision);
  return { revision, entry: head && entryOf(ledger, head) };
}

/** Reads the keys with a prefix as they were at a revision, which the caller has checked. */
export function readRangeAt(
  ledger: ReadableLedger,
  prefix: string,
  { revision, startKey = prefix, limit = 0, keysOnly = false, count = false }: RangeOptions & { revision: Revision },
): RangeResult {
  const entries: KeyValue[] = [];
  let [counted, more] = [0, false];
  ledger.forEachHead(prefix, startKey, (newest) => {
    const head = headOrDamageAt(ledger, newest, revision);
    if (!head) return true;
    more = limit > 0 && entries.length >= limit;
    counted++;
    if (!more) entries.push(keysOnly ? keyOnly(head) : entry(ledger, head));
    return count || !more;
  });
  return { revision, entries, more, ...(count && { count: counted }) };
}

/** The newest version of a key at a revision; undefined: the key did not exist. */
function headAt(ledger: ReadableLedger, newest: Head, revision: Revision): Head | undefined {
  let head: Head | undefined = newest;
  while (head && head.revision > revision) {
    const version = ledger.version(head);
    head = version?.previous && ledger.version(version.previous);
  }
  return head && !isDeletion(head) ? head : undefined;
}

/** The same for ranges: a damaged record does not fail the others. */
function headOrDamageAt(
  ledger: ReadableLedger,
  newest: Head | LostHead,
  revision: Revision,
): Head | LostHead | undefined {
  if (newest.revision === undefined) return newest;
  try {
    return headAt(ledger, newest, revision);
  } catch (error) {
    return { key: newest.key, damage: error as StorageError };
  }
}

function entry(ledger: ReadableLedger, head: Head | LostHead): KeyValue {
  return head.revision === undefined ? lostEntry(head) : entryOf(ledger, head);
}

const empty = Buffer.alloc(0);

function keyOnly(head: Head | LostHead): KeyValue {
  const { key, createRevision, revision } = head.revision === undefined ? { ...head, ...unknownRevisions } : head;
  return { key, value: empty, createRevision, modRevision: revision };
}

const unknownRevisions = { createRevision: 1n, revision: 1n };

function lostEntry({ key, damage }: LostHead): KeyValue {
  return new DamagedEntry({ key, ...unknownRevisions }, damage);
}
