import type { Revision } from './storage.js';

export type StorageErrorCode =
  /** The revision asked for is older than the history that is kept. */
  | 'compacted'
  /** The revision asked for has not happened yet. */
  | 'future-revision'
  /** The store cannot be reached or does not answer in time. A write that fails so may or may not have happened. */
  | 'unavailable'
  /** No room for the write. It did not happen; the store goes on. */
  | 'out-of-space'
  /** A value or a transaction beyond what the store takes. */
  | 'too-large'
  /** The call makes no sense, such as one key twice in a transaction. */
  | 'invalid-argument'
  /** The store has been closed. */
  | 'closed'
  /** Another process has the data directory open. */
  | 'in-use'
  /** The data directory was written by a newer version of this program. */
  | 'newer-format'
  /** What is stored cannot be understood: damaged, or encrypted with a key that is not configured. */
  | 'unreadable'
  /** Who runs the store does not let us in. */
  | 'permission-denied';

interface StorageErrorOptions {
  readonly cause?: unknown;
  readonly boundary?: Revision;
  readonly asked?: Revision;
}

/** The only error that a `Storage` throws on purpose; each code becomes a Status in one place of the server. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** With `compacted`: the oldest revision that can still be read; with `future-revision`: the newest there is. */
  readonly boundary: Revision | undefined;
  /** The revision that is not there; with either of them. */
  readonly asked: Revision | undefined;

  constructor(code: StorageErrorCode, message: string, options: StorageErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.boundary = options.boundary;
    this.asked = options.asked;
  }
}

export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && (code === undefined || error.code === code);
}

export function compacted(asked: Revision, boundary: Revision): StorageError {
  return new StorageError('compacted', `revision ${asked} has been compacted; the oldest kept is ${boundary}`, {
    asked,
    boundary,
  });
}

export function futureRevision(asked: Revision, boundary: Revision): StorageError {
  return new StorageError('future-revision', `revision ${asked} is in the future; the newest is ${boundary}`, {
    asked,
    boundary,
  });
}

export function closed(): StorageError {
  return new StorageError('closed', 'the store is closed');
}
