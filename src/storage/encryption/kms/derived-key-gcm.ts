// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/aes/aes_extended_nonce.go (v1.36)

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { notAuthentic, tooShort } from '../value-cipher.js';

const infoLength = 32;
const nonceLength = 12;
const tagLength = 16;
const options = { authTagLength: tagLength };

/**
 * Every value has its own key, derived from the seed (HKDF) with random bytes that precede it, so that the seed can be
 * used without limit. Then AES-GCM: nonce, ciphertext, tag; the storage key is authenticated.
 */
export function sealWithSeed(plain: Buffer, context: string, seed: Buffer): Buffer {
  const info = randomBytes(infoLength);
  return Buffer.concat([info, sealWithKey(plain, context, derivedKey(seed, info))]);
}

export function openWithSeed(sealed: Buffer, context: string, seed: Buffer): Buffer {
  if (sealed.length < infoLength) throw tooShort();
  const info = sealed.subarray(0, infoLength);
  return openWithKey(sealed.subarray(infoLength), context, derivedKey(seed, info));
}

/** The only block of HKDF's expand step: keys are as long as hashes. */
function derivedKey(seed: Buffer, info: Buffer): Buffer {
  return createHmac('sha256', seed)
    .update(info)
    .update(Buffer.from([1]))
    .digest();
}

function sealWithKey(plain: Buffer, context: string, key: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** Also opens values that were sealed with the key itself, by older servers. */
export function openWithKey(sealed: Buffer, context: string, key: Buffer): Buffer {
  const end = sealed.length - tagLength;
  if (end < nonceLength) throw tooShort();
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), options);
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(end));
  const plain = decipher.update(sealed.subarray(nonceLength, end));
  try {
    decipher.final();
  } catch {
    throw notAuthentic();
  }
  return plain;
}
