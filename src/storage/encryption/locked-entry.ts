import type { KeyValue, Revision } from '../storage.js';

interface Lock {
  /** Throws `unreadable` where the value still cannot be read. */
  readonly open: () => KeyValue;
  /** Asks for keys, where somebody has to be asked for them. */
  readonly prepare: () => unknown;
}

/** An entry that could not be decrypted when it came. It is tried again whenever it is read: keys may have come since. */
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
