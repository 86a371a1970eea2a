import { internalError } from '../../status/index.js';
import { maxMessageDepth } from './message-type.js';

const initialBytes = 16 * 1024;
/** A larger buffer is not kept for the next message. */
const maxKeptBytes = 1024 * 1024;
/** Up to here characters are copied one by one, which costs less than a call. */
const shortText = 24;

/**
 * Writes from the end to the beginning, so that the length of what is inside of a message is known when the message
 * around it begins. One writer is used again and again.
 */
export class ProtobufWriter {
  #buffer: Buffer = Buffer.allocUnsafeSlow(initialBytes);
  #start = initialBytes;
  #depth = 0;

  /** The bytes written so far. */
  get length(): number {
    return this.#buffer.length - this.#start;
  }

  /** What was written; the writer begins anew. */
  take(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(this.#start));
    if (this.#buffer.length > maxKeptBytes) this.#buffer = Buffer.allocUnsafeSlow(initialBytes);
    this.#start = this.#buffer.length;
    return bytes;
  }

  /** Forgets what was written. */
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

  /** An integer of 64 bits. */
  int64(value: number | bigint): void {
    if (typeof value === 'number') this.varint(value);
    else this.#longVarint(BigInt.asUintN(64, value));
  }

  double(value: number): void {
    this.#reserve(8);
    this.#start -= 8;
    this.#buffer.writeDoubleLE(value, this.#start);
  }

  /** A text with its length before it. */
  text(text: string): void {
    if (text.length > shortText || !this.#shortText(text)) this.#longText(text);
  }

  /** Bytes with their length before them. */
  bytes(bytes: Uint8Array): void {
    this.raw(bytes);
    this.varint(bytes.length);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    this.#buffer.set(bytes, this.#start);
  }

  /** Begins a message; gives what `endMessage` wants to know. */
  beginMessage(): number {
    this.#depth++;
    if (this.#depth > maxMessageDepth) throw internalError('the object is nested too deeply to be written as protobuf');
    return this.length;
  }

  /** Ends a message: its length goes before it. */
  endMessage(lengthBefore: number): void {
    this.#depth--;
    this.varint(this.length - lengthBefore);
  }

  /** False, and nothing written, where a character needs more than one byte. */
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
