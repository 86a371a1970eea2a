import type { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';

/** Where a version stands in the history: the revision of its transaction, and its number among those of that one. */
export interface Place {
  readonly revision: Revision;
  readonly order: number;
}

/** The newest version of a key, without its content. */
export interface Head extends Place {
  readonly key: string;
  /** 0: the version is a deletion. */
  readonly createRevision: Revision;
}

export function isDeletion(head: Head): boolean {
  return head.createRevision === 0n;
}

export function later(one: Revision, other: Revision): Revision {
  return one < other ? other : one;
}

/** One write of one key. The value of a deletion is empty. */
export interface Version extends Head {
  readonly value: Buffer;
  /** In milliseconds since 1970; 0: never. */
  readonly expiresAt: number;
  /** The version that this one replaced. It may be compacted by now. */
  readonly previous: Place | undefined;
  /** Set where the value is not what was written: what its readers fail with. The rest of the version holds. */
  readonly damage?: StorageError;
}

/** A version whose record is damaged so that not even its key is known. */
export interface LostVersion extends Place {
  readonly key?: undefined;
  readonly damage: StorageError;
}

/** A head whose record is damaged: of which version it is the head is not known, and the key may be wrong as well. */
export interface LostHead {
  readonly key: string;
  readonly revision?: undefined;
  readonly damage: StorageError;
}

/** A key that is to expire, unless it was written again since. */
export interface Expiring extends Place {
  readonly key: string;
  readonly expiresAt: number;
}

/** What one commit changes, all of it or nothing. */
export interface LedgerChange {
  readonly versions: readonly Version[];
  /** The revision of the last version, when there are versions. */
  readonly revision: Revision;
  readonly droppedVersions: readonly Place[];
  readonly droppedHeads: readonly string[];
  readonly droppedExpirations: readonly Expiring[];
  /** Only where it has moved on. */
  readonly compaction?: Compaction;
}

/** How far history has been given up, and how far what was given up has been swept away. */
export interface Compaction {
  readonly revision: Revision;
  readonly swept: Revision;
}

/**
 * Where the embedded engine keeps its versions: the newest one of each key, ordered by key, and all of them that are
 * not compacted, ordered by place. Reads are synchronous and see what is committed; there is one writer.
 */
export interface Ledger {
  /** As of when the ledger was opened. */
  readonly revision: Revision;
  readonly compaction: Compaction;
  /** Longer keys, in bytes of UTF-8, are refused. */
  readonly maxKeyBytes: number;
  /** What all versions take up, in bytes: the newest ones, older ones, and those still to be swept away. */
  readonly storedBytes: number;
  /** Throws `unreadable` where the record is damaged. */
  head(key: string): Head | undefined;
  /** Throws `unreadable` where more of the record is damaged than the value. */
  version(place: Place): Version | undefined;
  /** Calls `visit` for the heads with the prefix in byte order, from the start key on, until it returns false. */
  forEachHead(prefix: string, startKey: string, visit: (head: Head | LostHead) => boolean): void;
  /** Calls `visit` for the versions after a revision in their order, until it returns false. */
  forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void;
  /** The keys that expire before a time, the first to expire first, at most `limit`. */
  expiring(before: number, limit: number): Expiring[];
  /** When the next key expires. */
  nextExpiry(): number | undefined;
  /** Resolves when the change is durable and visible to reads. When it rejects, nothing was changed. */
  commit(change: LedgerChange): Promise<void>;
  close(): Promise<void>;
}
