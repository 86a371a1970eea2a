import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

/** The raw fields of a protobuf message by number. */
export class Fields {
  readonly #values = new Map<number, (bigint | Buffer)[]>();

  constructor(bytes: Uint8Array) {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      const value = type === 0 ? BigInt(reader.int64()) : Buffer.from(reader.bytes());
      this.#values.set(number, [...(this.#values.get(number) ?? []), value]);
    }
  }

  has(number: number): boolean {
    return this.#values.has(number);
  }

  number(number: number): bigint {
    return (this.#values.get(number)?.at(-1) as bigint | undefined) ?? 0n;
  }

  /** Each character is a byte. */
  text(number: number): string {
    return ((this.#values.get(number)?.at(-1) as Buffer | undefined) ?? Buffer.alloc(0)).toString('latin1');
  }

  message(number: number): Fields {
    return new Fields((this.#values.get(number)?.at(-1) as Buffer | undefined) ?? Buffer.alloc(0));
  }

  messages(number: number): Fields[] {
    return (this.#values.get(number) ?? []).map((value) => new Fields(value as Buffer));
  }
}

/** Field values for encoding; lists are repeated fields, unset ones are omitted. */
export type FieldValue = bigint | boolean | string | Buffer | readonly Buffer[] | undefined;

export function message(fields: Readonly<Record<number, FieldValue>>): Buffer {
  const writer = new BinaryWriter();
  for (const [number, value] of Object.entries(fields)) write(writer, Number(number), value);
  return Buffer.from(writer.finish());
}

function write(writer: BinaryWriter, number: number, value: FieldValue): void {
  if (value === undefined || value === false) return;
  if (typeof value === 'bigint') writer.tag(number, 0).int64(value);
  else if (value === true) writer.tag(number, 0).bool(value);
  else if (typeof value === 'string') writer.tag(number, 2).bytes(Buffer.from(value, 'latin1'));
  else if (Buffer.isBuffer(value)) writer.tag(number, 2).bytes(value);
  else for (const each of value as readonly Buffer[]) writer.tag(number, 2).bytes(each);
}
