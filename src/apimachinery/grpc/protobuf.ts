/** Writes protocol buffers: byte fields, integers up to 2^53, fixed-size integers and messages. */
export class MessageWriter {
  readonly #parts: Buffer[] = [];

  /** Empty values are omitted. */
  bytes(field: number, value: Uint8Array): this {
    return value.length > 0 ? this.#sized(field, value) : this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value));
  }

  number(field: number, value: number): this {
    if (value !== 0) this.#parts.push(varint(field * 8), varint(value));
    return this;
  }

  /** A message, which is present even if it is empty. */
  message(field: number, message: MessageWriter): this {
    return this.#sized(field, message.finish());
  }

  /** A member of a `oneof`, which is present even if it is empty, zero or false. */
  member(field: number, value: string | number | boolean): this {
    if (typeof value === 'string') return this.#sized(field, Buffer.from(value));
    this.#parts.push(varint(field * 8), varint(Number(value)));
    return this;
  }

  /** A message after its length, as in a stream of messages. */
  delimited(message: MessageWriter): this {
    const bytes = message.finish();
    this.#parts.push(varint(bytes.length), bytes);
    return this;
  }

  fixed64(field: number, value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    this.#parts.push(varint(field * 8 + 1), bytes);
    return this;
  }

  fixed32(field: number, value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.#parts.push(varint(field * 8 + 5), bytes);
    return this;
  }

  /** A map: one message of key and value for each entry. */
  map(field: number, entries: ReadonlyMap<string, Buffer>): this {
    for (const [key, value] of entries) {
      this.bytes(field, new MessageWriter().text(1, key).bytes(2, value).finish());
    }
    return this;
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #sized(field: number, value: Uint8Array): this {
    this.#parts.push(varint(field * 8 + 2), varint(value.length), Buffer.from(value));
    return this;
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

/** The fields of a message: integers, and all others as bytes. Throws if the bytes are not a message. */
export class MessageFields {
  readonly #bytes = new Map<number, Buffer[]>();
  readonly #numbers = new Map<number, number>();

  constructor(message: Buffer) {
    const reader = new Reader(message);
    while (reader.hasMore) {
      const tag = reader.varint();
      const field = Math.floor(tag / 8);
      if (tag % 8 === 0) this.#numbers.set(field, reader.varint());
      else if (tag % 8 === 2) this.#add(field, reader.take(reader.varint()));
      else if (tag % 8 === 1) this.#add(field, reader.take(8));
      else if (tag % 8 === 5) this.#add(field, reader.take(4));
      else throw malformed();
    }
  }

  /** The last occurrence of a field; empty if there is none. */
  bytes(field: number): Buffer {
    return this.#bytes.get(field)?.at(-1) ?? Buffer.alloc(0);
  }

  text(field: number): string {
    return this.bytes(field).toString();
  }

  number(field: number): number {
    return this.#numbers.get(field) ?? 0;
  }

  /** All occurrences of a field, each a message. */
  messages(field: number): readonly MessageFields[] {
    return this.all(field).map((message) => new MessageFields(message));
  }

  /** All occurrences of a field. */
  all(field: number): readonly Buffer[] {
    return this.#bytes.get(field) ?? [];
  }

  map(field: number): ReadonlyMap<string, Buffer> {
    const entries = this.messages(field);
    return new Map(entries.map((entry) => [entry.text(1), entry.bytes(2)]));
  }

  #add(field: number, bytes: Buffer): void {
    const all = this.#bytes.get(field);
    if (all) all.push(bytes);
    else this.#bytes.set(field, [bytes]);
  }
}

class Reader {
  readonly #message: Buffer;
  #position = 0;

  constructor(message: Buffer) {
    this.#message = message;
  }

  get hasMore(): boolean {
    return this.#position < this.#message.length;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 50; factor *= 128) {
      const byte = this.#message[this.#position++];
      if (byte === undefined) throw malformed();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw malformed();
  }

  take(length: number): Buffer {
    const end = this.#position + length;
    if (end > this.#message.length) throw malformed();
    const taken = this.#message.subarray(this.#position, end);
    this.#position = end;
    return taken;
  }
}

function malformed(): Error {
  return new Error('proto: cannot parse invalid wire-format data');
}
