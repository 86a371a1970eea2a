// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/cbor/internal/modes/encode.go (v1.36)

import type { JsonObject, JsonValue } from '../../meta/index.js';
import { halfBits } from './half-float.js';

const majorTypes = { unsigned: 0x00, negative: 0x20, bytes: 0x40, array: 0x80, map: 0xa0 } as const;
const simpleValues = { false: 0xf4, true: 0xf5, null: 0xf6 } as const;
const floatHeads = { half: 0xf9, single: 0xfa, double: 0xfb } as const;

const initialBytes = 4096;
const two32 = 2 ** 32;

export interface CborWriterOptions {
  /**
   * `bytewise`: the order of RFC 8949, section 4.2.1, so that equal values have equal bytes. `rotated`: begins
   * anywhere, as in kube-apiserver, so that clients do not come to rely on an order. Unset: as given.
   */
  readonly keyOrder?: 'bytewise' | 'rotated' | undefined;
}

/** An array or map that is partly written. */
interface Frame {
  readonly values: readonly JsonValue[];
  /** For a map: the key of each value. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** Writes JSON values as CBOR. Texts are byte strings, as in kube-apiserver, which need no check for valid UTF-8. */
export class CborWriter {
  readonly #keyOrder: CborWriterOptions['keyOrder'];
  #buffer = Buffer.allocUnsafe(initialBytes);
  #length = 0;

  constructor({ keyOrder }: CborWriterOptions = {}) {
    this.#keyOrder = keyOrder;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes one data item. Not recursive: values may be nested as deeply as JSON. */
  value(value: JsonValue): void {
    const frames: Frame[] = [];
    this.#begin(value, frames);
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const index = frame.next++;
      if (index === frame.values.length) {
        frames.pop();
        continue;
      }
      if (frame.keys) this.#text(frame.keys[index] as string);
      this.#begin(frame.values[index] as JsonValue, frames);
    }
  }

  /** Begins a map of these members and one more, a list: its key and its length are written last. */
  beginList(object: JsonObject, field: string, count: number): void {
    const keys = Object.keys(object).filter((key) => object[key] !== undefined);
    this.#head(majorTypes.map, keys.length + 1);
    for (const key of keys) {
      this.#text(key);
      this.value(object[key] as JsonValue);
    }
    this.#text(field);
    this.#head(majorTypes.array, count);
  }

  take(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #begin(value: JsonValue, frames: Frame[]): void {
    if (typeof value === 'object' && value !== null) this.#open(value, frames);
    else this.#scalar(value);
  }

  #scalar(value: Exclude<JsonValue, object>): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'bigint') this.#long(value);
    else if (typeof value === 'boolean') this.#byte(value ? simpleValues.true : simpleValues.false);
    else if (value === null) this.#byte(simpleValues.null);
    else if (!Number.isSafeInteger(value)) this.#float(value);
    else if (value >= 0) this.#head(majorTypes.unsigned, value);
    else this.#head(majorTypes.negative, -1 - value);
  }

  #open(value: JsonValue[] | JsonObject, frames: Frame[]): void {
    const keys = Array.isArray(value) ? undefined : this.#keysOf(value);
    const values = Array.isArray(value) ? value : (keys as string[]).map((key) => value[key] as JsonValue);
    this.#head(keys ? majorTypes.map : majorTypes.array, values.length);
    if (values.length > 0) frames.push({ values, keys, next: 0 });
  }

  /** Members without a value are left out, as in JSON. */
  #keysOf(object: { readonly [key: string]: JsonValue | undefined }): string[] {
    const keys = Object.keys(object).filter((key) => object[key] !== undefined);
    if (this.#keyOrder === 'bytewise') return keys.sort(compareEncoded);
    return this.#keyOrder === 'rotated' ? rotated(keys) : keys;
  }

  #long(value: bigint): void {
    this.#reserve(9);
    this.#buffer[this.#length] = (value < 0n ? majorTypes.negative : majorTypes.unsigned) | 27;
    this.#buffer.writeBigUInt64BE(BigInt.asUintN(64, value < 0n ? -1n - value : value), this.#length + 1);
    this.#length += 9;
  }

  /** In the smallest width that keeps the value. */
  #float(value: number): void {
    this.#reserve(9);
    const half = halfBits(value);
    if (half !== undefined) {
      this.#buffer[this.#length] = floatHeads.half;
      this.#length = this.#buffer.writeUInt16BE(half, this.#length + 1);
    } else if (Math.fround(value) === value) {
      this.#buffer[this.#length] = floatHeads.single;
      this.#length = this.#buffer.writeFloatBE(value, this.#length + 1);
    } else {
      this.#buffer[this.#length] = floatHeads.double;
      this.#length = this.#buffer.writeDoubleBE(value, this.#length + 1);
    }
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text);
    this.#head(majorTypes.bytes, length);
    this.#reserve(length);
    this.#length += this.#buffer.write(text, this.#length, length, 'utf8');
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
  }

  #head(majorType: number, argument: number): void {
    this.#reserve(9);
    const buffer = this.#buffer;
    let at = this.#length;
    if (argument < 24) buffer[at++] = majorType | argument;
    else if (argument < 0x100) {
      buffer[at++] = majorType | 24;
      buffer[at++] = argument;
    } else if (argument < 0x1_0000) {
      buffer[at++] = majorType | 25;
      at = buffer.writeUInt16BE(argument, at);
    } else if (argument < two32) {
      buffer[at++] = majorType | 26;
      at = buffer.writeUInt32BE(argument, at);
    } else {
      buffer[at++] = majorType | 27;
      at = buffer.writeUInt32BE(Math.floor(argument / two32), at);
      at = buffer.writeUInt32BE(argument % two32, at);
    }
    this.#length = at;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** State of a xorshift generator: cheap, and the same in every run of a simulation. */
let state = 0x9e_37_79_b9;

function rotated(keys: string[]): string[] {
  if (keys.length < 2) return keys;
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  const first = (state >>> 0) % keys.length;
  return first === 0 ? keys : [...keys.slice(first), ...keys.slice(0, first)];
}

/** Compares keys by their encoding, which begins with their length. */
function compareEncoded(a: string, b: string): number {
  const difference = Buffer.byteLength(a) - Buffer.byteLength(b);
  if (difference !== 0 || a === b) return difference;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
