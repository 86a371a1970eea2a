// Follows vendor/github.com/fxamacker/cbor/v2/valid.go (v1.36)

import { DecodeError, UnacceptableValueError } from '../decode-error.js';
import { asInteger } from '../json-number.js';
import { halfValue } from './half-float.js';

export const majorTypes = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const;

/** By major type, as error texts name them. */
export const typeNames: readonly string[] = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
];

const breakByte = 0xff;
const two32 = 2 ** 32;

/** Reads the heads of data items: the major type and its argument. */
export class CborHeads {
  readonly #bytes: Buffer;
  #at = 0;
  #info = 0;
  /** Of the last head: a length, count, tag or integer; a bigint if a number would not be exact. */
  argument: number | bigint = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Whether the item of the last head ends with a break. */
  get isIndefinite(): boolean {
    return this.#info === 31;
  }

  /** The major type of the next item. */
  nextMajor(): number {
    return this.#peek() >> 5;
  }

  isFloatNext(): boolean {
    const byte = this.#peek();
    return byte >= 0xf9 && byte <= 0xfb;
  }

  /** Skips a break; returns false if there is none. */
  skipBreak(): boolean {
    if (this.#peek() !== breakByte) return false;
    this.#at++;
    return true;
  }

  /** Reads a head and returns its major type. */
  read(): number {
    const byte = this.#peek();
    this.#at++;
    const major = byte >> 5;
    this.#info = byte & 0x1f;
    this.argument = this.#info < 24 ? this.#info : this.#longArgument(major);
    return major;
  }

  take(length: number | bigint): Buffer {
    if (length > this.left) throw unexpectedEnd();
    const begin = this.#at;
    this.#at += Number(length);
    return this.#bytes.subarray(begin, this.#at);
  }

  /** The value of a head with the major type of simple values and floats. */
  simple(): boolean | number | bigint | null {
    switch (this.#info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case 25:
        return finite(halfValue(Number(this.argument)));
      case 26:
        return finite(this.#bytes.readFloatBE(this.#at - 4));
      case 27:
        return finite(this.#bytes.readDoubleBE(this.#at - 8));
      default:
        throw new UnacceptableValueError(refusal(`simple value ${this.argument} is not recognized`));
    }
  }

  #longArgument(major: number): number | bigint {
    switch (this.#info) {
      case 24: {
        const value = this.take(1)[0] as number;
        if (major === majorTypes.simple && value < 32) {
          throw new DecodeError(`cbor: invalid simple value ${value} for type ${typeNames[major]}`);
        }
        return value;
      }
      case 25:
        return this.take(2).readUInt16BE();
      case 26:
        return this.take(4).readUInt32BE();
      case 27: {
        const bytes = this.take(8);
        const high = bytes.readUInt32BE();
        return high < 2 ** 21 ? high * two32 + bytes.readUInt32BE(4) : bytes.readBigUInt64BE();
      }
      case 31:
        if (major === majorTypes.simple) throw new DecodeError('cbor: unexpected "break" code');
        if (major >= majorTypes.bytes && major <= majorTypes.map) return 0;
    }
    throw new DecodeError(`cbor: invalid additional information ${this.#info} for type ${typeNames[major]}`);
  }

  #peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw unexpectedEnd();
    return byte;
  }
}

/** A whole number has one representation, whatever its encoding. */
function finite(value: number): number | bigint {
  if (Number.isNaN(value)) throw new DecodeError(refusal('floating-point NaN'));
  if (!Number.isFinite(value)) throw new DecodeError(refusal('floating-point infinity'));
  return Number.isInteger(value) ? (asInteger(BigInt(value)) ?? value) : value;
}

function refusal(what: string): string {
  return `cbor: data item of cbor type primitives is not accepted by protocol: ${what}`;
}

function unexpectedEnd(): DecodeError {
  return new DecodeError('unexpected EOF');
}

/** The type of the item that the bytes hold, within its tags, as error texts name it. */
export function cborTypeOf(bytes: Uint8Array): string {
  const heads = new CborHeads(bytes);
  let major = heads.read();
  while (major === majorTypes.tag) major = heads.read();
  return typeNames[major] as string;
}
