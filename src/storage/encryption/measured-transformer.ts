// Follows staging/src/k8s.io/apiserver/pkg/storage/value/transformer.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import type { Direction, EncryptionObserver } from './encryption-observer.js';
import type { ProviderChain } from './provider-chain.js';
import type { Transformed, Transformer } from './transformer.js';

/** Measures the transformations of one resource. */
export class MeasuredTransformer implements Transformer {
  readonly prepare: Transformer['prepare'];
  readonly #chain: ProviderChain;
  readonly #resource: string;
  readonly #observer: EncryptionObserver;

  constructor(chain: ProviderChain, resource: string, observer: EncryptionObserver) {
    this.#chain = chain;
    this.#resource = resource;
    this.#observer = observer;
    this.prepare = chain.prepare;
  }

  get keyChanges(): number {
    return this.#chain.keyChanges;
  }

  toStorage(plain: Buffer, context: string): Buffer {
    return this.#measured('to_storage', this.#chain.writerPrefix, () => this.#chain.toStorage(plain, context));
  }

  fromStorage(stored: Buffer, context: string): Transformed {
    const prefix = this.#chain.prefixOf(stored) ?? 'unknown';
    const read = () => this.#chain.fromStorage(stored, context);
    return this.#measured('from_storage', prefix === '' ? 'identity' : prefix, read);
  }

  #measured<Result>(direction: Direction, prefix: string, transform: () => Result): Result {
    const value = { resource: this.#resource, direction, prefix };
    const begin = systemClock.monotonic();
    try {
      const result = transform();
      this.#observer.transformed(value, systemClock.monotonic() - begin);
      return result;
    } catch (error) {
      this.#observer.failed(value, error);
      throw error;
    }
  }
}
