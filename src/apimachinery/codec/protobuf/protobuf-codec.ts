// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/protobuf/protobuf.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue } from '../../meta/index.js';
import { StatusError } from '../../status/index.js';
import type { Codec, StreamFraming } from '../codec.js';
import { DecodeError } from '../decode-error.js';
import { checkParts, checkSize, type DecodeOptions, type StrictlyDecoded } from '../json-decode.js';
import type { ListEncoder, ListType } from '../list-encoder.js';
import { decoderOf } from './message-decoder.js';
import { encoderOf, type WriteField } from './message-encoder.js';
import type { FindMessage, MessageType } from './message-type.js';
import { ProtobufReader } from './protobuf-reader.js';
import { ProtobufWriter } from './protobuf-writer.js';

const mediaType = 'application/vnd.kubernetes.protobuf';

/** The prefix of every object: `k8s` and a zero byte. */
const magic = Buffer.from([0x6b, 0x38, 0x73, 0]);

/** Tags of the envelope's fields, of its type's, and of watch events': all are length-delimited. */
const tags = { first: 0x0a, second: 0x12, third: 0x1a, fourth: 0x22 } as const;

const stream: StreamFraming = {
  requestedAs: `${mediaType};stream=watch`,
  contentType: `${mediaType};stream=watch`,
  head(length) {
    const head = Buffer.allocUnsafe(4);
    head.writeUInt32BE(length);
    return head;
  },
};

/**
 * Kubernetes' protobuf format: an envelope (runtime.Unknown) with the type, and the object as the message of that kind.
 * A value without a kind is a watch event, `{ type, object }`, which has no envelope. For kinds that `findMessage` does
 * not know, only the type can be decoded, and nothing can be encoded.
 */
export function protobufCodec(findMessage: FindMessage): Codec {
  const writer = new ProtobufWriter();
  const decode = (bytes: Uint8Array, options: DecodeOptions = {}): JsonValue => {
    checkSize(bytes, options);
    return readEnvelope(bytes, findMessage, { untyped: options.untyped });
  };
  const decodeStrict = (bytes: Uint8Array, options: DecodeOptions = {}): StrictlyDecoded => {
    checkSize(bytes, options);
    const value = readEnvelope(bytes, findMessage, { untyped: options.untyped, onMessage: checkParts });
    return { value, strictErrors: [] };
  };
  return {
    mediaType,
    isText: false,
    encode(value) {
      writer.clear();
      if (isWatchEvent(value)) writeWatchEvent(value, writer, findMessage);
      else writeEnvelope(value, writer, findMessage);
      return writer.take();
    },
    lists: (type) => protobufLists(type, messageOf(type.apiVersion, type.kind, findMessage)),
    decode,
    decodeStrict,
    stream,
  };
}

function isWatchEvent(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && value['kind'] === undefined && isJsonObject(value['object']);
}

function writeWatchEvent({ type, object }: JsonObject, writer: ProtobufWriter, findMessage: FindMessage): void {
  const beforeRaw = writer.beginMessage();
  const beforeObject = writer.beginMessage();
  writeEnvelope(object ?? null, writer, findMessage);
  writer.endMessage(beforeObject);
  writer.varint(tags.first);
  writer.endMessage(beforeRaw);
  writer.varint(tags.second);
  writer.text(String(type));
  writer.varint(tags.first);
}

function writeEnvelope(value: JsonValue, writer: ProtobufWriter, findMessage: FindMessage): void {
  const { apiVersion = '', kind } = isJsonObject(value) ? value : {};
  const type = messageOf(String(apiVersion), String(kind), findMessage);
  writeEncoding(writer);
  const beforeObject = writer.beginMessage();
  encoderOf(type).write(value, writer);
  writer.endMessage(beforeObject);
  writeType(writer, String(apiVersion), String(kind));
}

function messageOf(apiVersion: string, kind: string, findMessage: FindMessage): MessageType {
  // APIVersions and the core APIResourceList do not set their apiVersion, v1.
  const type = findMessage(apiVersion || 'v1', kind);
  if (type === undefined) throw notMarshalable(kind);
  return type;
}

/** The end of an envelope: no encoding and no media type. */
function writeEncoding(writer: ProtobufWriter): void {
  writer.text('');
  writer.varint(tags.fourth);
  writer.text('');
  writer.varint(tags.third);
}

/** The start of an envelope, up to the length of the object. */
function writeType(writer: ProtobufWriter, apiVersion: string, kind: string): void {
  writer.varint(tags.second);
  const beforeType = writer.beginMessage();
  writer.text(kind);
  writer.varint(tags.second);
  writer.text(apiVersion);
  writer.varint(tags.first);
  writer.endMessage(beforeType);
  writer.varint(tags.first);
  writer.raw(magic);
}

/** The length of the list precedes its items. */
function protobufLists({ apiVersion, kind, field }: ListType, type: MessageType): ListEncoder {
  const writer = new ProtobufWriter();
  const write = encoderOf(type).writeAround(field);
  const written = (writeOne: WriteField, object: JsonObject): Buffer => {
    writer.clear();
    writeOne(object, writer);
    return writer.take();
  };
  return {
    separatorLength: 0,
    isSized: true,
    items: (items) => written(write.field, { [field]: items as JsonObject[] }),
    head(list, { bytes }) {
      const before = written(write.before, list);
      const length = before.length + bytes + written(write.after, list).length;
      writer.clear();
      writer.raw(before);
      writer.varint(length);
      writeType(writer, apiVersion, kind);
      return writer.take();
    },
    tail(list) {
      writer.clear();
      writeEncoding(writer);
      write.after(list, writer);
      return writer.take();
    },
  };
}

function notMarshalable(kind: string): StatusError {
  return StatusError.of({
    code: 406,
    reason: 'NotAcceptable',
    message: `object ${kind} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
  });
}

interface ReadOptions {
  readonly untyped: DecodeOptions['untyped'];
  readonly onMessage?: (count: number) => void;
}

function readEnvelope(bytes: Uint8Array, findMessage: FindMessage, { untyped, onMessage }: ReadOptions): JsonObject {
  if (bytes.length === 0) throw new DecodeError('empty data');
  if (Buffer.compare(bytes.subarray(0, magic.length), magic) !== 0) {
    const problem = 'provided data does not appear to be a protobuf message';
    throw new DecodeError(`${problem}, expected prefix [${[...magic].join(' ')}]`);
  }
  if (bytes.length === magic.length) throw new DecodeError('empty body');
  const { typeMeta, raw } = readUnknown(new ProtobufReader(bytes.subarray(magic.length)));
  const apiVersion = typeMeta.first || (untyped?.apiVersion ?? '');
  const kind = typeMeta.second || (untyped?.kind ?? '');
  const object: JsonObject = { ...(kind !== '' && { kind }), ...(apiVersion !== '' && { apiVersion }) };
  const type = findMessage(apiVersion, kind);
  if (type !== undefined) decoderOf(type).read(new ProtobufReader(raw, { onMessage }), object);
  return object;
}

function readUnknown(reader: ProtobufReader) {
  let typeMeta: { first?: string; second?: string } = {};
  let raw: Uint8Array = Buffer.alloc(0);
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === tags.first) typeMeta = readTypeMeta(new ProtobufReader(reader.bytes()));
    else if (tag === tags.second) raw = reader.bytes();
    else reader.skip(tag & 7);
  }
  return { typeMeta, raw };
}

function readTypeMeta(reader: ProtobufReader): { first?: string; second?: string } {
  const found: { first?: string; second?: string } = {};
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    if (tag === tags.first) found.first = reader.text();
    else if (tag === tags.second) found.second = reader.text();
    else reader.skip(tag & 7);
  }
  return found;
}
