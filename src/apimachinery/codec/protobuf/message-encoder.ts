import { compareBytes, isJsonObject, type JsonObject, type JsonValue } from '../../meta/index.js';
import { ownForms } from './custom-codecs.js';
import type { FieldType, MessageField, MessageType, VariantType } from './message-type.js';
import { wireTypes } from './protobuf-reader.js';
import type { ProtobufWriter } from './protobuf-writer.js';

export type WriteField = (object: JsonObject, writer: ProtobufWriter) => void;
/** Writes a value with its length, if it has one, but without its tag. */
type WriteValue = (value: JsonValue | undefined, writer: ProtobufWriter) => void;

const empty: JsonObject = {};
const encoders = new WeakMap<MessageType, MessageEncoder>();

export function encoderOf(type: MessageType): MessageEncoder {
  let encoder = encoders.get(type);
  if (encoder === undefined) {
    encoder = new MessageEncoder(type);
    encoders.set(type, encoder);
  }
  return encoder;
}

/** Encodes objects as Go does: fields by number, maps by key, and zero values of everything that is not a pointer. */
class MessageEncoder {
  readonly #type: MessageType;
  /** In reverse order, because writers write backwards. */
  #fields: readonly WriteField[] | undefined;
  /** Their names, in the same order. */
  #names: readonly string[] = [];

  constructor(type: MessageType) {
    this.#type = type;
  }

  write(value: JsonValue | undefined, writer: ProtobufWriter): void {
    const object = isJsonObject(value) ? value : empty;
    for (const write of this.#fields ?? this.#compile()) write(object, writer);
  }

  /** The same in parts: the fields before one, that field, and those after it. */
  writeAround(name: string): Readonly<Record<'before' | 'field' | 'after', WriteField>> {
    const fields = this.#fields ?? this.#compile();
    const at = this.#names.indexOf(name);
    const together = (some: readonly WriteField[]): WriteField => {
      return (object, writer) => {
        for (const write of some) write(object, writer);
      };
    };
    return {
      after: together(fields.slice(0, at)),
      field: together(fields.slice(at, at + 1)),
      before: together(fields.slice(at + 1)),
    };
  }

  #compile(): readonly WriteField[] {
    const fields = this.#type.fields().toSorted((a, b) => b.number - a.number);
    this.#names = fields.map(({ name }) => name);
    this.#fields = fields.map(fieldWriter);
    return this.#fields;
  }
}

function fieldWriter(field: MessageField): WriteField {
  const { name, number, type, isPointer } = field;
  if (type.form === 'list') return listWriter(name, itemWriter(number, type.of));
  if (type.form === 'map') return mapWriter(name, number, type.of);
  const write = itemWriter(number, type);
  if (name === '') return write;
  if (isPointer || type.form === 'bytes') {
    return (object, writer) => {
      const value = object[name];
      if (value !== undefined && value !== null) write(value, writer);
    };
  }
  return (object, writer) => write(object[name], writer);
}

function listWriter(name: string, write: WriteValue): WriteField {
  return (object, writer) => {
    const items = object[name];
    if (!Array.isArray(items)) return;
    for (let index = items.length - 1; index >= 0; index--) write(items[index], writer);
  };
}

function mapWriter(name: string, number: number, type: FieldType): WriteField {
  const writeValue = itemWriter(2, type);
  const isBytes = type.form === 'bytes';
  const [entryTag, keyTag] = [tagOf(number, wireTypes.lengthDelimited), tagOf(1, wireTypes.lengthDelimited)];
  return (object, writer) => {
    const map = object[name];
    if (!isJsonObject(map)) return;
    const keys = Object.keys(map);
    if (keys.length > 1) keys.sort(compareBytes);
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] as string;
      const before = writer.beginMessage();
      const value = map[key];
      if (value !== null || !isBytes) writeValue(value, writer);
      writer.text(key);
      writer.varint(keyTag);
      writer.endMessage(before);
      writer.varint(entryTag);
    }
  };
}

/** Writes a value with its tag. */
function itemWriter(number: number, type: FieldType): WriteValue {
  const write = valueWriter(type);
  const tag = tagOf(number, wireTypeOf(type));
  return (value, writer) => {
    write(value, writer);
    writer.varint(tag);
  };
}

function valueWriter(type: FieldType): WriteValue {
  switch (type.form) {
    case 'string':
      return (value, writer) => writer.text(typeof value === 'string' ? value : '');
    case 'bytes':
      return (value, writer) => writer.bytes(Buffer.from(typeof value === 'string' ? value : '', 'base64'));
    case 'bool':
      return (value, writer) => writer.varint(value === true ? 1 : 0);
    case 'int32':
    case 'int64':
      return (value, writer) => writer.int64(isInteger(value) ? value : 0);
    case 'double':
      return (value, writer) => writer.double(Number(value ?? 0));
    case 'message':
      return messageWriter((value, writer) => encoderOf(type.message).write(value, writer));
    case 'variant':
      return messageWriter(variantWriter(type));
    case 'list':
    case 'map':
      throw new Error('protobuf has no lists of lists');
    default:
      return messageWriter(ownForms[type.form].write);
  }
}

function messageWriter(write: WriteValue): WriteValue {
  return (value, writer) => {
    const before = writer.beginMessage();
    write(value, writer);
    writer.endMessage(before);
  };
}

function variantWriter({ object, list, boolean }: VariantType): WriteValue {
  const writeObject = itemWriter(object.number, { form: 'message', message: object.message });
  const writeItem = list && itemWriter(list.number, list.of);
  return (value, writer) => {
    if (Array.isArray(value) && writeItem) for (const item of value.toReversed()) writeItem(item, writer);
    if (isJsonObject(value)) writeObject(value, writer);
    if (boolean === undefined) return;
    writer.varint(value === true || isJsonObject(value) ? 1 : 0);
    writer.varint(tagOf(boolean, wireTypes.varint));
  };
}

function isInteger(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

function tagOf(number: number, wireType: number): number {
  return ((number << 3) | wireType) >>> 0;
}

/** For lists and maps, the wire type of an item. */
export function wireTypeOf({ form }: FieldType): number {
  if (form === 'bool' || form === 'int32' || form === 'int64') return wireTypes.varint;
  return form === 'double' ? wireTypes.fixed64 : wireTypes.lengthDelimited;
}
