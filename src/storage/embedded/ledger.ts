import type { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';

/** The position of a version in the history: the revision of its transaction, and its index in that transaction. */
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
  /** Set if the value is damaged: the error that its readers get. The other fields are valid. */
  readonly damage?: StorageError;
}

/** A version whose record is so damaged that its key is unknown. */
export interface LostVersion extends Place {
  readonly key?: undefined;
  readonly damage: StorageError;
}

/** A head whose record is damaged: its version is unknown, and the key may be wrong as well. */
export interface LostHead {
  readonly key: string;
  readonly revision?: undefined;
  readonly damage: StorageError;
}

/** A key that expires, unless it has been written again since. */
export interface Expiring extends Place {
  readonly key: string;
  readonly expiresAt: number;
}

/** The changes of one commit: all or nothing. */
export interface LedgerChange {
  readonly versions: readonly Version[];
  /** The revision of the last version, when there are versions. */
  readonly revision: Revision;
  readonly droppedVersions: readonly Place[];
  readonly droppedHeads: readonly string[];
  readonly droppedExpirations: readonly Expiring[];
  /** Set only if it has advanced. */
  readonly compaction?: Compaction;
}

/** How far history has been compacted, and how far the compacted versions have been swept. */
export interface Compaction {
  readonly revision: Revision;
  readonly swept: Revision;
}

/** Reads are synchronous and see committed data only. */
export interface ReadableLedger {
  /** The revision when the ledger was opened. */
  readonly revision: Revision;
  readonly compaction: Compaction;
  /** Throws `unreadable` if the record is damaged. */
  head(key: string): Head | undefined;
  /** Throws `unreadable` if more of the record than its value is damaged. */
  version(place: Place): Version | undefined;
  /** Calls `visit` for the heads with the prefix in byte order, starting at `startKey`, until it returns false. */
  forEachHead(prefix: string, startKey: string, visit: (head: Head | LostHead) => boolean): void;
  /** Calls `visit` for the versions after a revision in order, until it returns false. */
  forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void;
}

/**
 * The versions of the embedded engine: the newest one of each key, ordered by key, and all that are not compacted,
 * ordered by place. Invariant: there is one writer.
 */
export interface Ledger extends ReadableLedger {
  /** Longer keys, in bytes of UTF-8, are refused. */
  readonly maxKeyBytes: number;
  /** The size of all versions in bytes: the newest ones, older ones, and those that are yet to be swept. */
  readonly storedBytes: number;
  /** Returns the keys that expire before a time, earliest first, at most `limit`. */
  expiring(before: number, limit: number): Expiring[];
  /** When the next key expires; undefined: none does. */
  nextExpiry(): number | undefined;
  /** Resolves when the change is durable and visible to reads. If it rejects, nothing has changed. */
  commit(change: LedgerChange): Promise<void>;
  /** Frees what readers in processes that were killed still hold. */
  removeDeadReaders?(): void;
  close(): Promise<void>;
}
