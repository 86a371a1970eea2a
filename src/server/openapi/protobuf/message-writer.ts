import { createRequire } from 'node:module';
import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { encodeYaml } from '../../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';

const require = createRequire(import.meta.url);

/** Loads the library with the first document that is written: few clients use protobuf. */
export function newWriter(): BinaryWriter {
  const wire: typeof import('@bufbuild/protobuf/wire') = require('@bufbuild/protobuf/wire');
  return new wire.BinaryWriter();
}

/** Protobuf wire types. */
const WireType = { Varint: 0, Bit64: 1, LengthDelimited: 2 } as const;

/** Writes a JSON value as a field of a message. Omits zero values, and values of other types than it supports. */
export type WriteField = (writer: BinaryWriter, field: number, value: JsonValue) => void;

/** The fields of a message by their JSON names. */
export type Fields = Readonly<Record<string, readonly [number: number, write: WriteField]>>;

export const text: WriteField = (writer, field, value) => {
  if (typeof value === 'string' && value !== '') writer.tag(field, WireType.LengthDelimited).string(value);
};

export const flag: WriteField = (writer, field, value) => {
  if (value === true) writer.tag(field, WireType.Varint).bool(true);
};

/** A boolean in a oneof, where false differs from unset. */
export const flagOfOneof: WriteField = (writer, field, value) => {
  if (typeof value === 'boolean') writer.tag(field, WireType.Varint).bool(value);
};

export const double: WriteField = (writer, field, value) => {
  const number = Number(value);
  if (isNumeric(value) && number !== 0) writer.tag(field, WireType.Bit64).double(number);
};

export const doubleOfOneof: WriteField = (writer, field, value) => {
  if (isNumeric(value)) writer.tag(field, WireType.Bit64).double(Number(value));
};

export const int64: WriteField = (writer, field, value) => {
  if (isNumeric(value) && value !== 0) writer.tag(field, WireType.Varint).int64(value);
};

/** A value of any type, as YAML. */
export const any: WriteField = (writer, field, value) => {
  writer.tag(field, WireType.LengthDelimited).fork();
  text(writer, 2, encodeYaml(value).toString());
  writer.join();
};

export function each(write: WriteField): WriteField {
  return (writer, field, value) => {
    if (Array.isArray(value)) for (const element of value) write(writer, field, element);
  };
}

/** A message of which only the given field is used. */
export function within(innerField: number, write: WriteField): WriteField {
  return (writer, field, value) => {
    writer.tag(field, WireType.LengthDelimited).fork();
    write(writer, innerField, value);
    writer.join();
  };
}

/** A message with one entry `{ name = 1, value = 2 }` in `entryField` for each member of an object. */
export function membersIn(entryField: number, write: WriteField): WriteField {
  return (writer, field, value) => {
    if (!isJsonObject(value)) return;
    writer.tag(field, WireType.LengthDelimited).fork();
    for (const name of Object.keys(value)) named(writer, entryField, { name, value: value[name]!, write });
    writer.join();
  };
}

/** A message with fields for known members, and `extensionField` for those that begin with `x-`. */
export function message(fields: () => Fields, extensionField: number): WriteField {
  const write = messageContent(fields, extensionField);
  return (writer, field, value) => {
    if (!isJsonObject(value)) return;
    writer.tag(field, WireType.LengthDelimited).fork();
    write(writer, value);
    writer.join();
  };
}

/** Like `message`, but at the top level. `fields` is called on first use: messages are recursive. */
export function messageContent(
  fields: () => Fields,
  extensionField: number,
): (writer: BinaryWriter, value: JsonObject) => void {
  let known: ReadonlyMap<string, readonly [number, WriteField]> | undefined;
  return (writer, value) => {
    known ??= new Map(Object.entries(fields()));
    for (const key of Object.keys(value)) {
      const field = known.get(key);
      if (field) field[1](writer, field[0], value[key]!);
      else if (key.startsWith('x-')) named(writer, extensionField, { name: key, value: value[key]!, write: any });
    }
  };
}

function named(
  writer: BinaryWriter,
  field: number,
  { name, value, write }: { name: string; value: JsonValue; write: WriteField },
): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  text(writer, 1, name);
  write(writer, 2, value);
  writer.join();
}

function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
