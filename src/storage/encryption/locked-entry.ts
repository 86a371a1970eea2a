import type { KeyValue, Revision } from '../storage.js';

interface Lock {
  /** Throws `unreadable` if the value still cannot be decrypted. */
  readonly open: () => KeyValue;
  /** Requests missing keys from the KMS, if there is one. */
  readonly prepare: () => unknown;
}

/**
 * An entry that could not be decrypted when it was received. Every read tries again: the key may be available by then.
 */
export class LockedEntry implements KeyValue {
  readonly key: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly #lock: Lock;

  constructor({ key, createRevision, modRevision }: KeyValue, lock: Lock) {
    this.key = key;
    this.createRevision = createRevision;
    this.modRevision = modRevision;
    this.#lock = lock;
  }

  get value(): Buffer {
    try {
      return this.#lock.open().value;
    } catch (error) {
      this.#lock.prepare();
      throw error;
    }
  }

  get stale(): true | undefined {
    return this.#lock.open().stale;
  }
}
