// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import { messageOf } from '../../apimachinery/status/index.js';
import { beginsWith } from '../begins-with.js';
import type { Transformed, Transformer } from './transformer.js';
import type { ValueCipher } from './value-cipher.js';

/**
 * The keys of one resource in order of preference: the first one writes, and each one reads values with its prefix.
 * Prefixes may be equal (one key name with two secrets), so if a key fails, the next ones are tried.
 */
export class ProviderChain implements Transformer {
  readonly #ciphers: readonly ValueCipher[];
  readonly #writer: ValueCipher;
  /** Set only if one of the ciphers needs it. */
  readonly prepare: Transformer['prepare'];

  constructor(ciphers: readonly ValueCipher[]) {
    const [writer] = ciphers;
    if (!writer) throw new RangeError('a resource to be encrypted has at least one provider');
    this.#ciphers = ciphers;
    this.#writer = writer;
    const preparing = ciphers.filter(({ prepare }) => prepare !== undefined);
    if (preparing.length > 0) {
      this.prepare = (stored) => preparing.find(({ prefix }) => beginsWith(stored, prefix))?.prepare?.(stored);
    }
  }

  get keyChanges(): number {
    let changes = 0;
    for (const { keyChanges = 0 } of this.#ciphers) changes += keyChanges;
    return changes;
  }

  /** The prefix of what is written. */
  get writerPrefix(): string {
    return this.#writer.prefix.toString();
  }

  /** The prefix of the key that reads a value; undefined if there is none. */
  prefixOf(stored: Buffer): string | undefined {
    return this.#ciphers.find(({ prefix }) => beginsWith(stored, prefix))?.prefix.toString();
  }

  toStorage(plain: Buffer, context: string): Buffer {
    return this.#writer.seal(plain, context);
  }

  fromStorage(stored: Buffer, context: string): Transformed {
    const failures: unknown[] = [];
    for (const cipher of this.#ciphers) {
      if (!beginsWith(stored, cipher.prefix)) continue;
      try {
        const value = cipher.open(stored, context);
        return { value, stale: cipher !== this.#writer || cipher.isStale?.(stored) === true };
      } catch (error) {
        // Identity matches everything: that it refuses encrypted values says nothing.
        if (cipher.prefix.length > 0) failures.push(error);
      }
    }
    throw summaryOf(failures);
  }
}

function summaryOf(failures: readonly unknown[]): unknown {
  const messages = new Set(failures.map((error) => messageOf(error)));
  if (messages.size === 0) return new Error('no matching prefix found');
  return messages.size === 1 ? failures[0] : new Error(`[${[...messages].join(', ')}]`, { cause: failures });
}
