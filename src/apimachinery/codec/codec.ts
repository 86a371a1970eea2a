import type { JsonValue } from '../meta/index.js';
import { type DecodeOptions, decodeJson, decodeJsonStrict, type StrictlyDecoded } from './json-decode.js';
import { encodeJson, encodeJsonPretty } from './json-encode.js';
import { decodeYaml, decodeYamlStrict } from './yaml-decode.js';
import { encodeYaml } from './yaml-encode.js';

/** One form in which objects go over the wire. Decoding throws `DecodeError`, or a StatusError for too large input. */
export interface Codec {
  /** Without parameters: `application/json`. */
  readonly mediaType: string;
  /** Whether a WebSocket carries it in text frames. */
  readonly isText: boolean;
  encode(value: JsonValue): Buffer;
  /** For people; absent where the form has no such variant. */
  encodePretty?(value: JsonValue): Buffer;
  decode(bytes: Uint8Array, options?: DecodeOptions): JsonValue;
  /** Tells repeated keys; a form that knows none gives an empty list. */
  decodeStrict(bytes: Uint8Array, options?: DecodeOptions): StrictlyDecoded;
  /** Absent where the form cannot be streamed, so that it is no choice for a watch. */
  readonly stream?: StreamFraming;
}

/** How documents of a form follow each other in one answer. */
export interface StreamFraming {
  /** The media type that a client is told it may ask for: `application/json;stream=watch`. */
  readonly requestedAs: string;
  /** The Content-Type of the answer. */
  readonly contentType: string;
  /** What stands before a document of that many bytes. */
  head(length: number): Buffer;
}

const nothing = Buffer.alloc(0);

/** JSON documents frame themselves; `encodeJson` ends each with a newline. */
const jsonStream: StreamFraming = {
  requestedAs: 'application/json;stream=watch',
  contentType: 'application/json',
  head: () => nothing,
};

export const jsonCodec: Codec = {
  mediaType: 'application/json',
  isText: true,
  encode: encodeJson,
  encodePretty: encodeJsonPretty,
  decode: decodeJson,
  decodeStrict: decodeJsonStrict,
  stream: jsonStream,
};

export const yamlCodec: Codec = {
  mediaType: 'application/yaml',
  isText: true,
  encode: encodeYaml,
  decode: decodeYaml,
  decodeStrict: decodeYamlStrict,
};
