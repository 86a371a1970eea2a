import type { Revision } from '../../storage.js';

/** Every message begins with its length, which does not count these bytes. */
export const lengthBytes = 4;

/** Builds one message: its type, and fields of which the reader knows the order. */
export class MessageWriter {
  #bytes: Buffer;
  #at = lengthBytes;

  constructor(type: number, expectedBytes = 64) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes + lengthBytes + 1);
    this.byte(type);
  }

  byte(value: number): this {
    this.#at = this.#room(1).writeUInt8(value, this.#at);
    return this;
  }

  count(value: number): this {
    this.#at = this.#room(4).writeUInt32LE(value, this.#at);
    return this;
  }

  float(value: number): this {
    this.#at = this.#room(8).writeDoubleLE(value, this.#at);
    return this;
  }

  revision(value: Revision): this {
    this.#at = this.#room(8).writeBigUInt64LE(value, this.#at);
    return this;
  }

  text(value: string): this {
    const length = Buffer.byteLength(value);
    this.count(length);
    this.#room(length).write(value, this.#at);
    this.#at += length;
    return this;
  }

  bytes(value: Buffer): this {
    this.count(value.length);
    value.copy(this.#room(value.length), this.#at);
    this.#at += value.length;
    return this;
  }

  finish(): Buffer {
    this.#bytes.writeUInt32LE(this.#at - lengthBytes, 0);
    return this.#bytes.subarray(0, this.#at);
  }

  #room(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + length));
      this.#bytes.copy(larger, 0, 0, this.#at);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

/** Reads the fields of one message in order. */
export class MessageReader {
  readonly type: number;
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.type = this.byte();
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#skip(1));
  }

  count(): number {
    return this.#bytes.readUInt32LE(this.#skip(4));
  }

  float(): number {
    return this.#bytes.readDoubleLE(this.#skip(8));
  }

  revision(): Revision {
    return this.#bytes.readBigUInt64LE(this.#skip(8));
  }

  text(): string {
    const length = this.count();
    const start = this.#skip(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  /** A copy: the message shares memory with others that arrived with it. */
  bytes(): Buffer {
    const length = this.count();
    const start = this.#skip(length);
    return Buffer.from(this.#bytes.subarray(start, start + length));
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.count() }, read);
  }

  #skip(length: number): number {
    const start = this.#at;
    this.#at += length;
    return start;
  }
}
