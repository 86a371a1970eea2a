// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

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

  toStorage(plain: Buffer, context: string): Buffer {
    return this.#writer.seal(plain, context);
  }

  fromStorage(stored: Buffer, context: string): Transformed {
    let failure: unknown;
    for (const cipher of this.#ciphers) {
      if (!beginsWith(stored, cipher.prefix)) continue;
      try {
        const value = cipher.open(stored, context);
        return { value, stale: cipher !== this.#writer || cipher.isStale?.(stored) === true };
      } catch (error) {
        // Identity matches everything: its error says less than that of a key whose prefix matches.
        if (failure === undefined || cipher.prefix.length > 0) failure = error;
      }
    }
    throw failure ?? new Error('no matching prefix found');
  }
}
