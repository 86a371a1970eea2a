import { internalError } from '../../status/index.js';
import { maxMessageDepth } from './message-type.js';

const initialBytes = 16 * 1024;
/** A larger buffer is not reused for the next message. */
const maxKeptBytes = 1024 * 1024;
/** Shorter texts are copied character by character, which is faster than a call. */
const shortText = 24;

/**
 * Writes from the end to the beginning, so that the length of a nested message is known before its prefix is written.
 * Reused for many messages.
 */
export class ProtobufWriter {
  #buffer: Buffer = Buffer.allocUnsafeSlow(initialBytes);
  #start = initialBytes;
  #depth = 0;

  /** The number of bytes written so far. */
  get length(): number {
    return this.#buffer.length - this.#start;
  }

  /** Returns what was written and resets the writer. */
  take(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(this.#start));
    if (this.#buffer.length > maxKeptBytes) this.#buffer = Buffer.allocUnsafeSlow(initialBytes);
    this.#start = this.#buffer.length;
    return bytes;
  }

  /** Discards what was written. */
  clear(): void {
    this.#depth = 0;
    this.#start = this.#buffer.length;
  }

  varint(value: number): void {
    if (value >= 0 && value < 0x80) {
      if (this.#start === 0) this.#reserve(1);
      this.#start--;
      this.#buffer[this.#start] = value;
      return;
    }
    if (value < 0 || value > 0xffff_ffff) {
      this.#longVarint(BigInt.asUintN(64, BigInt(value)));
      return;
    }
    this.#reserve(5);
    const size = value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
    this.#start -= size;
    let at = this.#start;
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.#buffer[at++] = (rest & 0x7f) | 0x80;
    this.#buffer[at] = rest;
  }

  /** A 64-bit integer. */
  int64(value: number | bigint): void {
    if (typeof value === 'number') this.varint(value);
    else this.#longVarint(BigInt.asUintN(64, value));
  }

  double(value: number): void {
    this.#reserve(8);
    this.#start -= 8;
    this.#buffer.writeDoubleLE(value, this.#start);
  }

  /** A length-prefixed text. */
  text(text: string): void {
    if (text.length > shortText || !this.#shortText(text)) this.#longText(text);
  }

  /** Length-prefixed bytes. */
  bytes(bytes: Uint8Array): void {
    this.raw(bytes);
    this.varint(bytes.length);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    this.#buffer.set(bytes, this.#start);
  }

  /** Starts a message; returns the state for `endMessage`. */
  beginMessage(): number {
    this.#depth++;
    if (this.#depth > maxMessageDepth) throw internalError('the object is nested too deeply to be written as protobuf');
    return this.length;
  }

  /** Ends a message by writing its length prefix. */
  endMessage(lengthBefore: number): void {
    this.#depth--;
    this.varint(this.length - lengthBefore);
  }

  /** Returns false, without writing, if a character needs more than one byte. */
  #shortText(text: string): boolean {
    const { length } = text;
    this.#reserve(length + 1);
    const begin = this.#start - length;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      this.#buffer[begin + index] = code;
    }
    this.#start = begin - 1;
    this.#buffer[this.#start] = length;
    return true;
  }

  #longText(text: string): void {
    const length = Buffer.byteLength(text);
    this.#reserve(length);
    this.#start -= length;
    this.#buffer.write(text, this.#start, length, 'utf8');
    this.varint(length);
  }

  #longVarint(value: bigint): void {
    this.#reserve(10);
    const bytes: number[] = [];
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.#start -= bytes.length;
    this.#buffer.set(bytes, this.#start);
  }

  #reserve(bytes: number): void {
    if (this.#start >= bytes) return;
    const used = this.length;
    const size = Math.max(this.#buffer.length * 2, used + bytes);
    const larger = Buffer.allocUnsafeSlow(size);
    this.#buffer.copy(larger, size - used, this.#start);
    this.#buffer = larger;
    this.#start = size - used;
  }
}
