// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/aes/aes.go (v1.36)

import { type CipherGCMTypes, createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { aesKeyBits } from './aes-key-bits.js';
import type { EncryptionKey } from './configuration.js';
import { NoncePool } from './nonce-pool.js';
import { notAuthentic, tooShort, type ValueCipher } from './value-cipher.js';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const OPTIONS = { authTagLength: TAG_LENGTH };

/**
 * Prefix, nonce, ciphertext, tag; the storage key is authenticated. Nonces are random, so a key must be rotated long
 * before it has sealed 2^32 values.
 */
export class AesGcm implements ValueCipher {
  readonly prefix: Buffer;
  readonly #algorithm: CipherGCMTypes;
  readonly #key: KeyObject;
  readonly #nonces = new NoncePool(NONCE_LENGTH);

  constructor(key: EncryptionKey) {
    this.prefix = Buffer.from(`k8s:enc:aesgcm:v1:${key.name}:`);
    this.#algorithm = `aes-${aesKeyBits(key.secret)}-gcm`;
    this.#key = createSecretKey(key.secret);
  }

  seal(plain: Buffer, context: string): Buffer {
    const nonce = this.#nonces.take();
    const cipher = createCipheriv(this.#algorithm, this.#key, nonce, OPTIONS);
    cipher.setAAD(Buffer.from(context));
    const sealed = cipher.update(plain);
    cipher.final();
    return Buffer.concat([this.prefix, nonce, sealed, cipher.getAuthTag()]);
  }

  open(stored: Buffer, context: string): Buffer {
    const begin = this.prefix.length + NONCE_LENGTH;
    const end = stored.length - TAG_LENGTH;
    if (end < begin) throw tooShort();
    const decipher = createDecipheriv(this.#algorithm, this.#key, stored.subarray(this.prefix.length, begin), OPTIONS);
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(stored.subarray(end));
    const plain = decipher.update(stored.subarray(begin, end));
    try {
      decipher.final();
    } catch {
      throw notAuthentic();
    }
    return plain;
  }
}
