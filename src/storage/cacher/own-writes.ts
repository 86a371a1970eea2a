import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { KeyValue, Operation } from '../storage.js';

export type AttributedOperation = Operation & { readonly attributes?: Attributes };

interface OwnWrite {
  readonly value: Buffer;
  readonly attributes: Attributes;
}

/**
 * The attributes that writers know, until the events of their writes arrive: the cache need not parse those values. A
 * storage may return copies, so values are compared.
 */
export class OwnWrites {
  /** By key, in the order of commits. */
  readonly #writes = new Map<string, OwnWrite[]>();

  add(operations: readonly AttributedOperation[]): void {
    for (const operation of operations) {
      if (operation.type !== 'put' || !operation.attributes) continue;
      const { key, value, attributes } = operation;
      const writes = this.#writes.get(key);
      if (writes) writes.push({ value, attributes });
      else this.#writes.set(key, [{ value, attributes }]);
    }
  }

  /** Called when a commit has failed. */
  remove(operations: readonly AttributedOperation[]): void {
    for (const operation of operations) {
      if (operation.type !== 'put') continue;
      const index = this.#indexOf(operation);
      if (index >= 0) this.#splice(operation.key, index, 1);
    }
  }

  /**
   * The attributes of a value whose event has arrived, if it was written here. Forgets that write, and those before it.
   */
  take(stored: KeyValue): Attributes | undefined {
    const index = this.#indexOf(stored);
    return index < 0 ? undefined : this.#splice(stored.key, 0, index + 1).at(-1)?.attributes;
  }

  /** Called when events may have been missed. */
  clear(): void {
    this.#writes.clear();
  }

  #indexOf({ key, value }: Pick<KeyValue, 'key' | 'value'>): number {
    return this.#writes.get(key)?.findIndex((write) => write.value.equals(value)) ?? -1;
  }

  #splice(key: string, start: number, count: number): OwnWrite[] {
    const writes = this.#writes.get(key) ?? [];
    const removed = writes.splice(start, count);
    if (writes.length === 0) this.#writes.delete(key);
    return removed;
  }
}
