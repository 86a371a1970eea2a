// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/aes/aes.go (v1.36)

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { aesKeyBits } from './aes-key-bits.js';
import type { EncryptionKey } from './configuration.js';
import { NoncePool } from './nonce-pool.js';
import { tooShort, type ValueCipher } from './value-cipher.js';

const BLOCK_LENGTH = 16;

/** Prefix, initialisation vector, ciphertext with PKCS#7 padding. Not authenticated: damage may go unnoticed. */
export class AesCbc implements ValueCipher {
  readonly prefix: Buffer;
  readonly #algorithm: string;
  readonly #key: KeyObject;
  readonly #vectors = new NoncePool(BLOCK_LENGTH);

  constructor(key: EncryptionKey) {
    this.prefix = Buffer.from(`k8s:enc:aescbc:v1:${key.name}:`);
    this.#algorithm = `aes-${aesKeyBits(key.secret)}-cbc`;
    this.#key = createSecretKey(key.secret);
  }

  seal(plain: Buffer): Buffer {
    const vector = this.#vectors.take();
    const cipher = createCipheriv(this.#algorithm, this.#key, vector);
    return Buffer.concat([this.prefix, vector, cipher.update(plain), cipher.final()]);
  }

  open(stored: Buffer): Buffer {
    const begin = this.prefix.length + BLOCK_LENGTH;
    if (stored.length < begin) throw tooShort();
    if ((stored.length - begin) % BLOCK_LENGTH !== 0) {
      throw new Error('the stored data is not a multiple of the block size');
    }
    const decipher = createDecipheriv(this.#algorithm, this.#key, stored.subarray(this.prefix.length, begin));
    // With auto padding, the last block would be returned separately, and everything would be copied again.
    decipher.setAutoPadding(false);
    return withoutPadding(decipher.update(stored.subarray(begin)));
  }
}

function withoutPadding(padded: Buffer): Buffer {
  const padding = padded.at(-1) ?? 0;
  if (padding === 0 || padding > BLOCK_LENGTH) throw new Error('invalid PKCS7 data (empty or not padded)');
  const end = padded.length - padding;
  for (let index = end; index < padded.length; index++) {
    if (padded[index] !== padding) throw new Error('invalid padding on input');
  }
  return padded.subarray(0, end);
}
