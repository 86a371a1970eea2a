import type { InstallOptions } from '../../server/index.js';

type Storage = InstallOptions['storage'];

/**
 * Knows which custom resources may have objects, by the prefixes of their keys: those with something stored, and those that objects
 * were created of since. Only right if no other server writes to the storage.
 */
export class FirstObjects {
  readonly #storage: Pick<Storage, 'range'>;
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(storage: Pick<Storage, 'range'>) {
    this.#storage = storage;
  }

  async hasObjects(prefix: string): Promise<boolean> {
    if (this.#seen.has(prefix)) return true;
    const { entries } = await this.#storage.range(prefix, { limit: 1, keysOnly: true });
    if (entries.length > 0) this.see(prefix);
    return entries.length > 0;
  }

  /** Calls back once there may be an object. Returns a function that cancels it. */
  onFirstObject(prefix: string, callback: () => void): () => void {
    if (this.#seen.has(prefix)) {
      callback();
      return () => undefined;
    }
    const waiting = this.#waiting.get(prefix) ?? new Set();
    this.#waiting.set(prefix, waiting.add(callback));
    return () => {
      waiting.delete(callback);
      if (waiting.size === 0 && this.#waiting.get(prefix) === waiting) this.#waiting.delete(prefix);
    };
  }

  /** Called before an object is created, and when one was found. */
  see(prefix: string): void {
    if (this.#seen.has(prefix)) return;
    this.#seen.add(prefix);
    const waiting = this.#waiting.get(prefix) ?? [];
    this.#waiting.delete(prefix);
    for (const callback of waiting) callback();
  }

  /** Called when a definition was deleted, and its objects with it. */
  forget(prefix: string): void {
    this.#seen.delete(prefix);
  }
}
