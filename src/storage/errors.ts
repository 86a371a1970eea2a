import type { Revision } from './storage.js';

/** What went wrong in a storage. */
export type StorageErrorCode =
  /** The requested revision has been compacted. */
  | 'compacted'
  /** The requested revision is in the future. */
  | 'future-revision'
  /** The store cannot be reached or does not respond in time. The write may or may not have happened. */
  | 'unavailable'
  /** No space for the write. It did not happen; the store stays usable. */
  | 'out-of-space'
  /** A value or a transaction exceeds the store's limit. */
  | 'too-large'
  /** The call is invalid, such as one key twice in a transaction. */
  | 'invalid-argument'
  /** The store has been closed. */
  | 'closed'
  /** Another process has the data directory open. */
  | 'in-use'
  /** The data directory was written by a newer version of this program. */
  | 'newer-format'
  /** A stored value cannot be decoded: damaged, or encrypted with a key that is not configured. */
  | 'unreadable'
  /** The store denies us access. */
  | 'permission-denied';

interface StorageErrorOptions {
  readonly cause?: unknown;
  readonly boundary?: Revision;
  readonly requested?: Revision;
}

/** The only error that a `Storage` throws deliberately; the server translates each code to a Status in one place. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** With `compacted`: the oldest readable revision; with `future-revision`: the newest one. */
  readonly boundary: Revision | undefined;
  /** With either of them: the requested revision. */
  readonly requested: Revision | undefined;

  constructor(code: StorageErrorCode, message: string, options: StorageErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.boundary = options.boundary;
    this.requested = options.requested;
  }
}

/** Whether an error is a StorageError. */
export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && (code === undefined || error.code === code);
}

export function compacted(requested: Revision, boundary: Revision): StorageError {
  return new StorageError('compacted', `revision ${requested} has been compacted; the oldest kept is ${boundary}`, {
    requested,
    boundary,
  });
}

export function futureRevision(requested: Revision, boundary: Revision): StorageError {
  return new StorageError('future-revision', `revision ${requested} is in the future; the newest is ${boundary}`, {
    requested,
    boundary,
  });
}

export function closed(): StorageError {
  return new StorageError('closed', 'the store is closed');
}
