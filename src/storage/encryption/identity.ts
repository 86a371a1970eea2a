// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/identity/identity.go (v1.36)

import { beginsWith } from '../begins-with.js';
import type { ValueCipher } from './value-cipher.js';

const ENCRYPTED = Buffer.from('k8s:enc:');

/**
 * Stores values in plain text. Refuses to read encrypted values: no JSON or protobuf object starts with their prefix.
 */
export const identity: ValueCipher = {
  prefix: Buffer.alloc(0),

  seal(plain) {
    return plain;
  },

  open(stored) {
    if (beginsWith(stored, ENCRYPTED)) throw new Error('identity transformer tried to read encrypted data');
    return stored;
  },
};
