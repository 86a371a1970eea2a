// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time_proto.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time_proto.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/api/resource/quantity_proto.go (v1.36)

import { formatTime, type JsonValue, parseTime } from '../../meta/index.js';
import { decodeJson } from '../json-decode.js';
import { jsonText } from '../json-encode.js';
import type { OwnForm } from './message-type.js';
import { type ProtobufReader, wireTypes } from './protobuf-reader.js';
import type { ProtobufWriter } from './protobuf-writer.js';

/** Encodes and decodes the content of a message with its own JSON form; writers write backwards. */
export interface CustomCodec {
  /** The value may be undefined. */
  write(value: JsonValue | undefined, writer: ProtobufWriter): void;
  read(reader: ProtobufReader): JsonValue;
}

const tagOf = (number: number, wireType: number): number => (number << 3) | wireType;
const text1 = tagOf(1, wireTypes.lengthDelimited);
const text3 = tagOf(3, wireTypes.lengthDelimited);
const varint1 = tagOf(1, wireTypes.varint);
const varint2 = tagOf(2, wireTypes.varint);

function writeTimestamp(writer: ProtobufWriter, seconds: number, nanoseconds: number): void {
  writer.varint(nanoseconds);
  writer.varint(varint2);
  writer.int64(seconds);
  writer.varint(varint1);
}

function readTimestamp(reader: ProtobufReader): { seconds: number; nanoseconds: number } | undefined {
  if (reader.isAtEnd) return undefined;
  let [seconds, nanoseconds] = [0, 0];
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === varint1) seconds = Number(reader.int64());
    else if (tag === varint2) nanoseconds = reader.int32();
    else reader.skip(tag & 7);
  }
  return { seconds, nanoseconds };
}

/** The years 1 to 9999, the range of RFC 3339. */
const minSeconds = -62_135_596_800;
const maxSeconds = 253_402_300_799;

function secondsText(seconds: number): string {
  return formatTime(Math.min(Math.max(seconds, minSeconds), maxSeconds) * 1000).slice(0, -1);
}

const time: CustomCodec = {
  write(value, writer) {
    const milliseconds = typeof value === 'string' ? parseTime(value) : undefined;
    if (milliseconds !== undefined) writeTimestamp(writer, Math.floor(milliseconds / 1000), 0);
  },
  read(reader) {
    const timestamp = readTimestamp(reader);
    return timestamp === undefined ? null : `${secondsText(timestamp.seconds)}Z`;
  },
};

const microTime: CustomCodec = {
  write(value, writer) {
    const milliseconds = typeof value === 'string' ? parseTime(value) : undefined;
    if (milliseconds === undefined) return;
    const fraction = /[.,](\d{1,6})/.exec(value as string)?.[1] ?? '';
    writeTimestamp(writer, Math.floor(milliseconds / 1000), Number(fraction.padEnd(6, '0')) * 1000);
  },
  read(reader) {
    const timestamp = readTimestamp(reader);
    if (timestamp === undefined) return null;
    const microseconds = Math.floor(timestamp.nanoseconds / 1000) % 1_000_000;
    return `${secondsText(timestamp.seconds)}.${String(Math.max(microseconds, 0)).padStart(6, '0')}Z`;
  },
};

const quantity: CustomCodec = {
  write(value, writer) {
    writer.text(typeof value === 'string' ? value : String(value ?? '0'));
    writer.varint(text1);
  },
  read(reader) {
    let value = '0';
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === text1) value = reader.text();
      else reader.skip(tag & 7);
    }
    return value;
  },
};

const intOrString: CustomCodec = {
  write(value, writer) {
    const isText = typeof value === 'string';
    writer.text(isText ? value : '');
    writer.varint(text3);
    writer.varint(typeof value === 'number' ? value : 0);
    writer.varint(varint2);
    writer.varint(isText ? 1 : 0);
    writer.varint(varint1);
  },
  read(reader) {
    let [isText, number, text] = [false, 0, ''];
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === varint1) isText = reader.varint() === 1;
      else if (tag === varint2) number = reader.int32();
      else if (tag === text3) text = reader.text();
      else reader.skip(tag & 7);
    }
    return isText ? text : number;
  },
};

/** A document of any kind, as JSON. */
const raw: CustomCodec = {
  write(value, writer) {
    if (value === undefined || value === null) return;
    writer.text(jsonText(value));
    writer.varint(text1);
  },
  read(reader) {
    const bytes = readBytes(reader);
    return bytes === undefined || bytes.length === 0 ? null : decodeJson(bytes, { maxBytes: bytes.length });
  },
};

/** A list in a separate message, for lists of lists. */
const listMessage: CustomCodec = {
  write(value, writer) {
    if (!Array.isArray(value)) return;
    for (let index = value.length - 1; index >= 0; index--) {
      writer.text(String(value[index] ?? ''));
      writer.varint(text1);
    }
  },
  read(reader) {
    const items: string[] = [];
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === text1) items.push(reader.text());
      else reader.skip(tag & 7);
    }
    return items;
  },
};

export const ownForms: Readonly<Record<OwnForm, CustomCodec>> = {
  time,
  'micro-time': microTime,
  quantity,
  'int-or-string': intOrString,
  raw,
  'list-message': listMessage,
};

function readBytes(reader: ProtobufReader): Buffer | undefined {
  let bytes: Buffer | undefined;
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === text1) bytes = reader.bytes();
    else reader.skip(tag & 7);
  }
  return bytes;
}
