import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '../../meta/index.js';
import { DecodeError } from '../decode-error.js';
import { ownForms } from './custom-codecs.js';
import { wireTypeOf } from './message-encoder.js';
import type { FieldType, MessageField, MessageType, VariantType } from './message-type.js';
import { type ProtobufReader, wireTypes } from './protobuf-reader.js';

/**
 * Reads a value including its length; `old` is the value of an earlier field of the same number, which messages extend.
 */
type ReadValue = (reader: ProtobufReader, old: JsonValue | undefined) => JsonValue;
type ReadField = (reader: ProtobufReader, object: JsonObject, wireType: number) => void;

const decoders = new WeakMap<MessageType, MessageDecoder>();

export function decoderOf(type: MessageType): MessageDecoder {
  let decoder = decoders.get(type);
  if (decoder === undefined) {
    decoder = new MessageDecoder(type);
    decoders.set(type, decoder);
  }
  return decoder;
}

/** Decodes objects; skips unknown fields. */
class MessageDecoder {
  readonly #type: MessageType;
  /** By field number. */
  #fields: readonly (ReadField | undefined)[] | undefined;

  constructor(type: MessageType) {
    this.#type = type;
  }

  /** Reads the rest of the reader's current message into the object. */
  read(reader: ProtobufReader, object: JsonObject): void {
    this.#fields ??= byNumber(this.#type.fields());
    const fields = this.#fields;
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      const read = fields[tag >>> 3];
      if (read !== undefined) read(reader, object, tag & 7);
      else this.#skip(reader, Math.floor(tag / 8), tag & 7);
    }
  }

  #skip(reader: ProtobufReader, number: number, wireType: number): void {
    const { name } = this.#type;
    if (wireType === wireTypes.endGroup) throw new DecodeError(`proto: ${name}: wiretype end group for non-group`);
    if (number <= 0) throw new DecodeError(`proto: ${name}: illegal tag ${number} (wire type ${wireType})`);
    reader.skip(wireType);
  }
}

function byNumber(fields: readonly MessageField[]): (ReadField | undefined)[] {
  const readers: (ReadField | undefined)[] = [];
  for (const field of fields) readers[field.number] = fieldReader(field);
  return Array.from(readers);
}

function fieldReader(field: MessageField): ReadField {
  const { name, type } = field;
  if (name === '') return inlinedReader(field);
  if (type.form === 'list') return listReader(name, type.of);
  if (type.form === 'map') return mapReader(name, type.of);
  const read = valueReader(type);
  const expected = wireTypeOf(type);
  const omitsEmpty = field.omitsEmpty && !field.isPointer;
  return (reader, object, wireType) => {
    if (wireType !== expected) throw wrongWireType(wireType, name);
    const value = read(reader, object[name]);
    if (!omitsEmpty || !isZero(value)) object[name] = value;
  };
}

/** A message whose fields are inlined into the enclosing object. */
function inlinedReader({ type }: MessageField): ReadField {
  if (type.form !== 'message') throw new Error('only messages can be inlined');
  const { message } = type;
  return (reader, object, wireType) => {
    if (wireType !== wireTypes.lengthDelimited) throw wrongWireType(wireType, message.name);
    const outer = reader.enter();
    decoderOf(message).read(reader, object);
    reader.leave(outer);
  };
}

function listReader(name: string, type: FieldType): ReadField {
  const read = valueReader(type);
  const expected = wireTypeOf(type);
  return (reader, object, wireType) => {
    const list = (object[name] ?? []) as JsonValue[];
    object[name] = list;
    if (wireType === expected) {
      list.push(read(reader, undefined));
      return;
    }
    if (wireType !== wireTypes.lengthDelimited) throw wrongWireType(wireType, name);
    const outer = reader.enter();
    while (!reader.isAtEnd) list.push(read(reader, undefined));
    reader.leave(outer);
  };
}

function mapReader(name: string, type: FieldType): ReadField {
  const read = valueReader(type);
  const [expected, zero] = [wireTypeOf(type), zeroOf(type)];
  return (reader, object, wireType) => {
    if (wireType !== wireTypes.lengthDelimited) throw wrongWireType(wireType, name);
    const map = (object[name] ?? {}) as JsonObject;
    object[name] = map;
    let key = '';
    let value: JsonValue | undefined;
    const outer = reader.enter();
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === 0x0a) key = reader.text();
      else if (tag === (0x10 | expected)) value = read(reader, undefined);
      else reader.skip(tag & 7);
    }
    reader.leave(outer);
    setOwn(map, key, value === undefined ? zero() : value);
  };
}

function valueReader(type: FieldType): ReadValue {
  switch (type.form) {
    case 'string':
      return (reader) => reader.text();
    case 'bytes':
      return (reader) => reader.bytes().toString('base64');
    case 'bool':
      return (reader) => reader.varint() !== 0;
    case 'int32':
      return (reader) => reader.int32();
    case 'int64':
      return (reader) => reader.int64();
    case 'double':
      return (reader) => reader.double();
    case 'message':
      return messageReader(type.message);
    case 'variant':
      return within(variantReader(type));
    case 'list':
    case 'map':
      throw new Error('protobuf has no lists of lists');
    default:
      return within(ownForms[type.form].read);
  }
}

function messageReader(message: MessageType): ReadValue {
  return (reader, old) => {
    const object = isJsonObject(old) ? old : {};
    const outer = reader.enter();
    decoderOf(message).read(reader, object);
    reader.leave(outer);
    return object;
  };
}

function within(read: (reader: ProtobufReader) => JsonValue): ReadValue {
  return (reader) => {
    const outer = reader.enter();
    const value = read(reader);
    reader.leave(outer);
    return value;
  };
}

function variantReader({ object, list, boolean }: VariantType): (reader: ProtobufReader) => JsonValue {
  const readObject = messageReader(object.message);
  const readItem = list && valueReader(list.of);
  return (reader) => {
    let value: JsonValue = boolean === undefined ? null : false;
    const items: JsonValue[] = [];
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === object.number * 8 + wireTypes.lengthDelimited) value = readObject(reader, value);
      else if (list && readItem && tag === list.number * 8 + wireTypes.lengthDelimited) {
        items.push(readItem(reader, undefined));
      } else if (boolean !== undefined && tag === boolean * 8) {
        const allows = reader.varint() !== 0;
        if (!isJsonObject(value)) value = allows;
      } else reader.skip(tag & 7);
    }
    return items.length > 0 ? items : value;
  };
}

/** The value of a map entry without a value. */
function zeroOf({ form }: FieldType): () => JsonValue {
  if (form === 'message') return () => ({});
  if (form === 'string') return () => '';
  if (form === 'bool') return () => false;
  if (form === 'quantity') return () => '0';
  return form === 'int32' || form === 'int64' || form === 'double' || form === 'int-or-string' ? () => 0 : () => null;
}

function isZero(value: JsonValue): boolean {
  return value === '' || value === 0 || value === false;
}

/** Uses Go's name of the field, except for abbreviations. */
function wrongWireType(wireType: number, name: string): DecodeError {
  const field = name.charAt(0).toUpperCase() + name.slice(1);
  return new DecodeError(`proto: wrong wireType = ${wireType} for field ${field}`);
}
