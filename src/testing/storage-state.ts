import { EmbeddedStorage } from '../storage/embedded/index.js';
import type { Operation, Storage } from '../storage/index.js';

/** The number of changes per transaction. */
const batch = 100;

/** The content of a storage at one time. */
export class StorageState {
  readonly #storage: Storage;
  readonly #values: () => ReadonlyMap<string, Buffer>;

  /** In memory, this takes the same time however much is stored. */
  static async of(storage: Storage): Promise<StorageState> {
    if (storage instanceof EmbeddedStorage && storage.isInMemory) {
      const image = storage.image();
      return new StorageState(storage, () => valuesOf(image.entries('')));
    }
    const values = valuesOf((await storage.range('')).entries);
    return new StorageState(storage, () => values);
  }

  private constructor(storage: Storage, values: () => ReadonlyMap<string, Buffer>) {
    this.#storage = storage;
    this.#values = values;
  }

  /** Writes what is missing or has changed, and deletes what is new. Watchers receive events as for any change. */
  async restore(): Promise<void> {
    const [values, current] = [this.#values(), valuesOf((await this.#storage.range('')).entries)];
    const added = [...current.keys()].filter((key) => !values.has(key));
    const changed = [...values].filter(([key, value]) => !isSame(current.get(key), value));
    const operations: Operation[] = [
      ...added.map((key) => ({ type: 'delete' as const, key })),
      ...changed.map(([key, value]) => ({ type: 'put' as const, key, value })),
    ];
    for (let begin = 0; begin < operations.length; begin += batch) {
      await this.#storage.commit(operations.slice(begin, begin + batch));
    }
  }
}

function valuesOf(entries: readonly { key: string; value: Buffer }[]): ReadonlyMap<string, Buffer> {
  return new Map(entries.map(({ key, value }) => [key, value]));
}

function isSame(one: Buffer | undefined, other: Buffer): boolean {
  return one === other || one?.equals(other) === true;
}
