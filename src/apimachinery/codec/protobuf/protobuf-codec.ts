import { isJsonObject, type JsonObject, type JsonValue } from '../../meta/index.js';
import { StatusError } from '../../status/index.js';
import type { Codec, StreamFraming } from '../codec.js';
import { DecodeError } from '../decode-error.js';
import { checkSize, type DecodeOptions, type StrictlyDecoded } from '../json-decode.js';
import { decoderOf } from './message-decoder.js';
import { encoderOf } from './message-encoder.js';
import type { FindMessage } from './message-type.js';
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
    return readEnvelope(bytes, findMessage, options.untyped);
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
    decode,
    decodeStrict: (bytes, options): StrictlyDecoded => ({ value: decode(bytes, options), strictErrors: [] }),
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
  // APIVersions and the core APIResourceList do not set their apiVersion, v1.
  const type = findMessage(String(apiVersion || 'v1'), String(kind));
  if (type === undefined) throw notMarshalable(String(kind));
  writer.text('');
  writer.varint(tags.fourth);
  writer.text('');
  writer.varint(tags.third);
  const beforeObject = writer.beginMessage();
  encoderOf(type).write(value, writer);
  writer.endMessage(beforeObject);
  writer.varint(tags.second);
  const beforeType = writer.beginMessage();
  writer.text(String(kind));
  writer.varint(tags.second);
  writer.text(String(apiVersion));
  writer.varint(tags.first);
  writer.endMessage(beforeType);
  writer.varint(tags.first);
  writer.raw(magic);
}

function notMarshalable(kind: string): StatusError {
  return StatusError.of({
    code: 406,
    reason: 'NotAcceptable',
    message: `object ${kind} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
  });
}

function readEnvelope(bytes: Uint8Array, findMessage: FindMessage, untyped: DecodeOptions['untyped']): JsonObject {
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
  if (type !== undefined) decoderOf(type).read(new ProtobufReader(raw), object);
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
