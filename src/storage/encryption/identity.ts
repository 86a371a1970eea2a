import { beginsWith } from '../begins-with.js';
import type { ValueCipher } from './value-cipher.js';

const ENCRYPTED = Buffer.from('k8s:enc:');

/** Stores values as they are. It does not hand out what is encrypted: no JSON or protobuf object begins that way. */
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
