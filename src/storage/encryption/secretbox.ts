// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/secretbox/secretbox.go (v1.36)

import { createRequire } from 'node:module';
import type { EncryptionKey } from './configuration.js';
import { NoncePool } from './nonce-pool.js';
import { tooShort, type ValueCipher } from './value-cipher.js';

const require = createRequire(import.meta.url);

const KEY_LENGTH = 32;
const NONCE_LENGTH = 24;
const TAG_LENGTH = 16;
/** The cipher writes into our buffer, but needs this much scratch space before the tag. */
const SCRATCH_LENGTH = 16;

/** Prefix, nonce, tag, ciphertext: NaCl's secretbox. The value is authenticated, the storage key is not. */
export class Secretbox implements ValueCipher {
  readonly prefix: Buffer;
  readonly #key: Uint8Array;
  readonly #nonces = new NoncePool(NONCE_LENGTH);
  /** Loaded on first use. */
  readonly #ciphers: typeof import('@noble/ciphers/salsa.js') = require('@noble/ciphers/salsa.js');

  constructor(key: EncryptionKey) {
    if (key.secret.length !== KEY_LENGTH) {
      throw new RangeError(`a secretbox key has ${KEY_LENGTH} bytes, not ${key.secret.length}`);
    }
    this.prefix = Buffer.from(`k8s:enc:secretbox:v1:${key.name}:`);
    this.#key = Uint8Array.from(key.secret);
  }

  seal(plain: Buffer): Buffer {
    const nonce = this.#nonces.take();
    const boxBegin = this.prefix.length + NONCE_LENGTH;
    const sealed = allocateWordAligned(boxBegin - SCRATCH_LENGTH, boxBegin + TAG_LENGTH + plain.length);
    this.#ciphers.xsalsa20poly1305(this.#key, nonce).encrypt(plain, sealed.subarray(boxBegin - SCRATCH_LENGTH));
    // Only now: the nonce's place was the scratch space.
    nonce.copy(sealed, this.prefix.length);
    this.prefix.copy(sealed);
    return sealed;
  }

  open(stored: Buffer): Buffer {
    const begin = this.prefix.length + NONCE_LENGTH;
    if (stored.length < begin + TAG_LENGTH) throw tooShort();
    const nonce = stored.subarray(this.prefix.length, begin);
    const plain = this.#decrypt(nonce, stored.subarray(begin));
    return Buffer.from(plain.buffer, plain.byteOffset, plain.length);
  }

  #decrypt(nonce: Buffer, box: Buffer): Uint8Array {
    try {
      return this.#ciphers.xsalsa20poly1305(this.#key, nonce).decrypt(box);
    } catch {
      // Upstream's words for a value that is not authentic.
      throw new Error('output array was not large enough for encryption');
    }
  }
}

/** Aligns the byte at `offset` to a word boundary, without which the cipher works byte by byte. */
function allocateWordAligned(offset: number, length: number): Buffer {
  const shift = (4 - (offset % 4)) % 4;
  return Buffer.allocUnsafe(shift + length).subarray(shift);
}
