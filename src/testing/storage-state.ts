import type { Operation, Storage } from '../storage/index.js';

/** The number of changes per transaction. */
const batch = 100;

/** The content of a storage at one time. */
export class StorageState {
  readonly #storage: Storage;
  readonly #values: ReadonlyMap<string, Buffer>;

  static async of(storage: Storage): Promise<StorageState> {
    const { entries } = await storage.range('');
    return new StorageState(storage, new Map(entries.map(({ key, value }) => [key, value])));
  }

  private constructor(storage: Storage, values: ReadonlyMap<string, Buffer>) {
    this.#storage = storage;
    this.#values = values;
  }

  /** Writes what is missing or has changed, and deletes what is new. Watchers receive events as for any change. */
  async restore(): Promise<void> {
    const { entries } = await this.#storage.range('');
    const current = new Map(entries.map(({ key, value }) => [key, value]));
    const added = [...current.keys()].filter((key) => !this.#values.has(key));
    const changed = [...this.#values].filter(([key, value]) => !current.get(key)?.equals(value));
    const operations: Operation[] = [
      ...added.map((key) => ({ type: 'delete' as const, key })),
      ...changed.map(([key, value]) => ({ type: 'put' as const, key, value })),
    ];
    for (let begin = 0; begin < operations.length; begin += batch) {
      await this.#storage.commit(operations.slice(begin, begin + batch));
    }
  }
}
