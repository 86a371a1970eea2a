import { DecodeError } from '../decode-error.js';
import { asInteger } from '../json-number.js';
import { maxMessageDepth } from './message-type.js';

export const wireTypes = { varint: 0, fixed64: 1, lengthDelimited: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

/** Shorter texts are decoded character by character, which is faster than a call. */
const shortText = 12;

/** Reads a message or part of one. Errors have the texts of Go's decoders. */
export class ProtobufReader {
  readonly #buffer: Buffer;
  #position: number;
  #end: number;
  #depth = 0;
  #messages = 0;
  readonly #onMessage: ((count: number) => void) | undefined;

  /** `onMessage`: called with the number of messages so far, for each. */
  constructor(bytes: Uint8Array, { onMessage }: { onMessage?: ((count: number) => void) | undefined } = {}) {
    this.#onMessage = onMessage;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#position = 0;
    this.#end = bytes.length;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** A varint that must not be negative: a tag, a length or a small integer. */
  varint(): number {
    const first = this.#buffer[this.#position] as number;
    if (this.#position < this.#end && first < 0x80) {
      this.#position++;
      return first;
    }
    return Number(this.#longVarint());
  }

  int32(): number {
    const value = this.int64();
    return Number(value) === (Number(value) | 0) ? Number(value) : Number(BigInt.asIntN(32, BigInt(value)));
  }

  int64(): number | bigint {
    const first = this.#buffer[this.#position] as number;
    if (this.#position < this.#end && first < 0x80) {
      this.#position++;
      return first;
    }
    return asInteger(BigInt.asIntN(64, this.#longVarint())) ?? 0;
  }

  double(): number {
    const at = this.#advance(8);
    return this.#buffer.readDoubleLE(at);
  }

  text(): string {
    const length = this.#length();
    const at = this.#advance(length);
    if (length > shortText) return this.#buffer.toString('utf8', at, at + length);
    let text = '';
    for (let index = at; index < at + length; index++) {
      const byte = this.#buffer[index] as number;
      if (byte >= 0x80) return this.#buffer.toString('utf8', at, at + length);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  bytes(): Buffer {
    const length = this.#length();
    const at = this.#advance(length);
    return this.#buffer.subarray(at, at + length);
  }

  /** Enters a length-delimited field; returns the state for `leave`. */
  enter(): number {
    const length = this.#length();
    const outer = this.#end;
    if (length > outer - this.#position) throw unexpectedEnd();
    this.#onMessage?.(++this.#messages);
    this.#depth++;
    if (this.#depth > maxMessageDepth) throw new DecodeError('proto: message is nested too deeply');
    this.#end = this.#position + length;
    return outer;
  }

  leave(outer: number): void {
    this.#depth--;
    this.#end = outer;
  }

  /** Skips an unknown field. */
  skip(wireType: number): void {
    switch (wireType) {
      case wireTypes.varint:
        this.varint();
        return;
      case wireTypes.fixed64:
        this.#advance(8);
        return;
      case wireTypes.lengthDelimited:
        this.#advance(this.#length());
        return;
      case wireTypes.startGroup:
        this.#skipGroup();
        return;
      case wireTypes.fixed32:
        this.#advance(4);
        return;
      case wireTypes.endGroup:
        throw new DecodeError('proto: unexpected end of group');
      default:
        throw new DecodeError(`proto: illegal wireType ${wireType}`);
    }
  }

  #skipGroup(): void {
    for (let depth = 1; depth > 0; ) {
      const wireType = this.varint() & 7;
      if (wireType === wireTypes.startGroup) depth++;
      else if (wireType === wireTypes.endGroup) depth--;
      else this.skip(wireType);
    }
  }

  #length(): number {
    const length = this.varint();
    if (length > 0x7fff_ffff) throw new DecodeError('proto: negative length found during unmarshaling');
    return length;
  }

  #advance(bytes: number): number {
    const at = this.#position;
    if (bytes > this.#end - at) throw unexpectedEnd();
    this.#position = at + bytes;
    return at;
  }

  #longVarint(): bigint {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new DecodeError('proto: integer overflow');
  }

  #byte(): number {
    return this.#buffer[this.#advance(1)] as number;
  }
}

function unexpectedEnd(): DecodeError {
  return new DecodeError('unexpected EOF');
}
