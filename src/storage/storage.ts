import type { GroupResource } from '../apimachinery/meta/index.js';

/** A position in the history of a store: 64 bits, increases with every transaction that writes, never reused. */
export type Revision = bigint;

/**
 * What an API server needs from a database: ordered keys, one revision for the whole store, compare-and-swap on a key's
 * revision, reads and watches at older revisions. Fails with `StorageError`s.
 */
export interface Storage {
  /** The revision of the newest committed transaction. Linearizable: sees every write acknowledged before the call. */
  currentRevision(): Promise<Revision>;
  /** The same, if the storage knows it without a remote call. */
  readonly knownRevision?: Revision | undefined;
  /** The oldest readable revision as far as known here: others may have compacted further. */
  readonly oldestRevision: Revision;
  get(key: string, options?: ReadOptions): Promise<GetResult>;
  /** Returns the keys with `prefix`, in byte order. */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>;
  /** Applies all operations at one new revision or, if an expectation does not hold, none of them. */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  /**
   * What a key will be when all transactions that were passed to `commit` are applied, if the storage decides them at
   * once; the base for a further write, never for a read. Undefined if none of them writes the key.
   */
  readonly pending?: ((key: string) => PendingWrite | undefined) | undefined;
  watch(prefix: string, options?: WatchOptions): Watch;
  /** Whether reading it again may have another result, though it was not written since. Unset: no entry is. */
  readonly isOutdated?: ((entry: KeyValue) => boolean) | undefined;
  /**
   * Discards what was overwritten or deleted before `revision`; older revisions can then be neither read nor watched.
   */
  compact(revision: Revision): Promise<void>;
  /** A view of the same store for one resource, such as an encrypting one. Unset: the store itself. */
  forResource?(resource: GroupResource): Storage;
  /** Ends all watches, waits for writes in flight, and releases all resources. Later calls fail with `closed`. */
  close(): Promise<void>;
}

/** Read-only: values may be shared with a cache. */
export interface KeyValue {
  readonly key: string;
  /** Throws `unreadable` if it cannot be decoded or decrypted (yet); other fields stay readable. */
  readonly value: Buffer;
  /** The revision that created the key; a key that is deleted and recreated gets a new one. */
  readonly createRevision: Revision;
  /** The revision of the last write: the expectation of a compare-and-swap. */
  readonly modRevision: Revision;
  /** The stored form is outdated, such as encrypted with an old key: worth rewriting, even unchanged. */
  readonly stale?: true | undefined;
  /** Digest of the stored form, if reading has changed it and that alone makes it outdated. */
  readonly storedDigest?: string | undefined;
}

/** Options of reading. */
export interface ReadOptions {
  /** Reads the state at this revision. Fails with `compacted` or `future-revision`. Unset: the newest, linearizable. */
  readonly revision?: Revision;
}

/** Options of reading a range of keys. */
export interface RangeOptions extends ReadOptions {
  /** The first key of the result, inclusive. */
  readonly startKey?: string;
  /** At most this many; unset or 0: all. */
  readonly limit?: number;
  /** Leaves the values empty. */
  readonly keysOnly?: boolean;
  /** Counts every key from the start key on, regardless of the limit; takes time proportional to the count. */
  readonly count?: boolean;
}

/** The result of reading one key. */
export interface GetResult {
  /** The store's revision at which the result holds. */
  readonly revision: Revision;
  readonly entry: KeyValue | undefined;
}

/** The result of reading a range of keys. */
export interface RangeResult {
  /** The store's revision at which the result holds: a later read at it, or a watch after it, misses nothing. */
  readonly revision: Revision;
  readonly entries: readonly KeyValue[];
  /** There are further keys past the limit. */
  readonly more: boolean;
  /** Set only if requested. */
  readonly count?: number;
}

/** Unset: no expectation; 0: the key does not exist; otherwise the revision of its last write. */
export type Expectation = Revision | undefined;

/** One key appears at most once in a transaction. Deleting a key that is absent changes nothing. */
export type Operation = PutOperation | DeleteOperation | CheckOperation;

/** Writes a key. */
export interface PutOperation {
  readonly type: 'put';
  readonly key: string;
  readonly value: Buffer;
  readonly expect?: Expectation;
  /** The key is deleted after about this time, unless it is written again. */
  readonly ttlSeconds?: number;
}

/** Deletes a key. */
export interface DeleteOperation {
  readonly type: 'delete';
  readonly key: string;
  readonly expect?: Expectation;
}

/** Writes nothing, but the transaction depends on its expectation. */
export interface CheckOperation {
  readonly type: 'check';
  readonly key: string;
  readonly expect: Revision;
}

/** The result of a transaction. */
export type CommitResult = Committed | Conflict;

/** A transaction that was applied. */
export interface Committed {
  readonly committed: true;
  /** The `modRevision` of every key of the transaction; the current revision if nothing changed. */
  readonly revision: Revision;
  /** What was stored instead of the value of the only operation. Unset: that value. */
  readonly value?: Buffer;
}

/** A transaction that was not applied, since an expectation did not hold. */
export interface Conflict {
  readonly committed: false;
  readonly revision: Revision;
  /** The current value for the key of each operation, in order. */
  readonly current: readonly (KeyValue | undefined)[];
}

/** A write that was decided, but could still be lost. */
export interface PendingWrite {
  /** Undefined: the key is deleted. */
  readonly entry: KeyValue | undefined;
  /** Resolves with true when the write is applied, and with false if it is not. */
  readonly durable: Promise<boolean>;
}

/** Options of a watch. */
export interface WatchOptions {
  /** Delivers events after this revision; unset: after the call. A future revision is waited for. */
  readonly after?: Revision;
  /** Delivers the previous value with each event, unless it is compacted. */
  readonly previous?: boolean;
  /** Ends the watch without an error. */
  readonly signal?: AbortSignal;
}

/**
 * Ordered, complete, without duplicates. Fails with `compacted` if history is missing, with `closed` when the store
 * closes. Can be iterated once, by one reader; a slow reader uses a bounded amount of memory.
 */
export interface Watch extends AsyncIterable<WatchBatch> {
  /** Requests a batch, possibly empty, as soon as the watch has delivered everything committed so far. */
  requestProgress(): void;
}

/** The events of one revision are never split over two batches. An empty batch is a progress notification. */
export interface WatchBatch {
  /** Everything up to this revision has been delivered. */
  readonly revision: Revision;
  readonly events: readonly WatchEvent[];
}

/** A change of one key. */
export type WatchEvent = PutEvent | DeleteEvent;

/** A key was written. */
export interface PutEvent {
  readonly type: 'put';
  readonly entry: KeyValue;
  readonly previous?: KeyValue | undefined;
}

/** A key was deleted. */
export interface DeleteEvent {
  readonly type: 'delete';
  readonly key: string;
  readonly revision: Revision;
  readonly previous?: KeyValue | undefined;
}
