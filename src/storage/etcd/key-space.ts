import { trim } from '../../apimachinery/meta/index.js';
import { StorageError } from '../errors.js';

/** The keys from `key` on, before `rangeEnd`. */
export interface KeyRange {
  readonly key: Uint8Array;
  readonly rangeEnd: Uint8Array;
}

/** As a key: the first possible one. As a range end: no end. */
const zero = new Uint8Array(1);

/** All keys of etcd, not only ours. */
export const everything: KeyRange = { key: zero, rangeEnd: zero };

/** Translates between the store's keys and etcd's, which begin with a prefix such as `/registry`. */
export class KeySpace {
  readonly #prefix: string;
  readonly #prefixLength: number;

  /** Like kube-apiserver, accepts the prefix with or without surrounding slashes. */
  constructor(prefix: string) {
    const inner = trim(prefix, '/');
    this.#prefix = inner === '' ? '' : `/${inner}`;
    this.#prefixLength = Buffer.byteLength(this.#prefix);
  }

  encode(key: string): Buffer {
    const bytes = Buffer.from(this.#prefix + key);
    if (bytes.length !== this.#prefixLength + key.length && bytes.toString() !== this.#prefix + key) {
      throw new StorageError('invalid-argument', 'a key with a lone surrogate cannot be stored');
    }
    return bytes;
  }

  decode(bytes: Uint8Array): string {
    return Buffer.prototype.utf8Slice.call(bytes, this.#prefixLength, bytes.length);
  }

  /** The keys with `prefix`, starting at `startKey` if that is later. */
  range(prefix: string, startKey?: string): KeyRange {
    const first = this.encode(prefix);
    const start = startKey === undefined ? first : this.encode(startKey);
    const key = Buffer.compare(start, first) > 0 ? start : first;
    return { key: key.length === 0 ? zero : key, rangeEnd: endOfPrefix(first) };
  }
}

/** The first key after all keys with the prefix. */
function endOfPrefix(prefix: Buffer): Uint8Array {
  const last = prefix.findLastIndex((byte) => byte < 0xff);
  if (last < 0) return zero;
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end[last] = end[last]! + 1;
  return end;
}

/** The immediate successor of a key. */
export function keyAfter(key: Uint8Array): Uint8Array {
  const next = new Uint8Array(key.length + 1);
  next.set(key);
  return next;
}

/**
 * Whether the key is in a range that `KeySpace.range` made of a prefix alone. Compares backwards, because keys share
 * prefixes.
 */
export function isUnderPrefix(key: Uint8Array, range: KeyRange): boolean {
  const prefix = range.key;
  if (prefix === zero) return true;
  if (key.length < prefix.length) return false;
  for (let index = prefix.length - 1; index >= 0; index--) {
    if (key[index] !== prefix[index]) return false;
  }
  return true;
}
