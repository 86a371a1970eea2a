import type { GroupResource } from '../apimachinery/meta/index.js';

/** A position in the one history of a store: 64 bit, grows with every transaction that writes, is never reused. */
export type Revision = bigint;

/**
 * What an API server needs of a database: ordered keys, one revision for the whole store, compare-and-swap on a key's
 * revision, reads and watches at older revisions. Failures are `StorageError`s.
 */
export interface Storage {
  /** The revision of the newest committed transaction. Linearizable: sees every write acknowledged before the call. */
  currentRevision(): Promise<Revision>;
  /** The same, where the storage knows it without asking anybody. */
  readonly knownRevision?: Revision | undefined;
  /** The oldest revision that can be read, as far as is known here: others may have compacted further. */
  readonly oldestRevision: Revision;
  get(key: string, options?: ReadOptions): Promise<GetResult>;
  /** The keys that begin with `prefix`, in byte order. */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>;
  /** All operations at one new revision, or, where an expectation does not hold, none of them. */
  commit(operations: readonly Operation[]): Promise<CommitResult>;
  watch(prefix: string, options?: WatchOptions): Watch;
  /** Gives up what was overwritten or deleted before `revision`; older revisions can then be neither read nor watched. */
  compact(revision: Revision): Promise<void>;
  /** The same store as one resource is kept in it, such as encrypted; the store itself if absent. */
  forResource?(resource: GroupResource): Storage;
  /** Ends all watches, waits for writes under way, and lets go of every resource. Later calls fail with `closed`. */
  close(): Promise<void>;
}

/** Read-only: values may be shared with a cache. */
export interface KeyValue {
  readonly key: string;
  /** Throws `unreadable` where it cannot be understood, or not yet: who does not read it is not concerned. */
  readonly value: Buffer;
  /** When the key came to exist; a key that is deleted and created again begins anew. */
  readonly createRevision: Revision;
  /** When the value was last written: what a compare-and-swap expects. */
  readonly modRevision: Revision;
  /** The stored form is out of date, such as encrypted with an old key: worth writing again, even unchanged. */
  readonly stale?: true | undefined;
}

export interface ReadOptions {
  /** Reads the state as of then. Fails with `compacted` or `future-revision`. Unset: the newest, linearizable. */
  readonly revision?: Revision;
}

export interface RangeOptions extends ReadOptions {
  /** Begins at this key, itself included. */
  readonly startKey?: string;
  /** At most this many; unset or 0: all. */
  readonly limit?: number;
  /** Leaves the values empty. */
  readonly keysOnly?: boolean;
  /** Counts every key from the start key on, whatever the limit; costs time in proportion to what it counts. */
  readonly count?: boolean;
}

export interface GetResult {
  /** The store's revision at which the answer holds. */
  readonly revision: Revision;
  readonly entry: KeyValue | undefined;
}

export interface RangeResult {
  /** The store's revision at which the answer holds: read on at it, or watch after it, and nothing is missed. */
  readonly revision: Revision;
  readonly entries: readonly KeyValue[];
  /** There are further keys past the limit. */
  readonly more: boolean;
  /** Only where asked for. */
  readonly count?: number;
}

/** Expects nothing of the key when unset, its absence when 0, else that it was last written at this revision. */
export type Expectation = Revision | undefined;

/** One key appears at most once in a transaction. Deleting a key that is absent changes nothing. */
export type Operation = PutOperation | DeleteOperation | CheckOperation;

export interface PutOperation {
  readonly type: 'put';
  readonly key: string;
  readonly value: Buffer;
  readonly expect?: Expectation;
  /** The key is deleted about then, unless it is written again before. */
  readonly ttlSeconds?: number;
}

export interface DeleteOperation {
  readonly type: 'delete';
  readonly key: string;
  readonly expect?: Expectation;
}

/** Writes nothing, but the transaction depends on it. */
export interface CheckOperation {
  readonly type: 'check';
  readonly key: string;
  readonly expect: Revision;
}

export type CommitResult = Committed | Conflict;

export interface Committed {
  readonly committed: true;
  /** What every key of the transaction now has as `modRevision`; the current revision where nothing was changed. */
  readonly revision: Revision;
}

export interface Conflict {
  readonly committed: false;
  readonly revision: Revision;
  /** What is stored under the key of each operation, in their order. */
  readonly current: readonly (KeyValue | undefined)[];
}

export interface WatchOptions {
  /** Delivers what happened after this revision; unset: after the call. A revision yet to come is waited for. */
  readonly after?: Revision;
  /** Delivers the previous value with each event, where it is not compacted. */
  readonly previous?: boolean;
  /** Ends the watch without an error. */
  readonly signal?: AbortSignal;
}

/**
 * Ordered, complete, without duplicates. Fails with `compacted` where history is missing, with `closed` when the store
 * closes. It is read once, by one reader; a slow reader costs a bounded amount of memory.
 */
export interface Watch extends AsyncIterable<WatchBatch> {
  /** Asks for a batch, maybe an empty one, as soon as the watch has delivered everything that is committed by now. */
  requestProgress(): void;
}

/** The events of one revision are never split over two batches. An empty batch is a progress notification. */
export interface WatchBatch {
  /** Everything up to this revision has been delivered. */
  readonly revision: Revision;
  readonly events: readonly WatchEvent[];
}

export type WatchEvent = PutEvent | DeleteEvent;

export interface PutEvent {
  readonly type: 'put';
  readonly entry: KeyValue;
  readonly previous?: KeyValue | undefined;
}

export interface DeleteEvent {
  readonly type: 'delete';
  readonly key: string;
  readonly revision: Revision;
  readonly previous?: KeyValue | undefined;
}
