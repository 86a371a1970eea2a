import type { JsonValue } from '../meta/index.js';
import type { EncodedPieces } from './encoded-pieces.js';
import {
  type DecodeOptions,
  decodeJson,
  decodeJsonStrict,
  decodeJsonYielding,
  type StrictlyDecoded,
} from './json-decode.js';
import { encodeJson, encodeJsonPretty } from './json-encode.js';
import { jsonPieces } from './json-pieces.js';
import { jsonLists, type ListEncoder, type ListType, yamlLists } from './list-encoder.js';
import { decodeYaml, decodeYamlStrict, decodeYamlYielding } from './yaml-decode.js';
import { encodeYaml, yamlPieces } from './yaml-encode.js';

/**
 * Encodes and decodes objects in one media type. Decoding throws `DecodeError`, or a StatusError if the input is too
 * large.
 */
export interface Codec {
  /** Without parameters: `application/json`. */
  readonly mediaType: string;
  /** Whether it is sent in text frames over a WebSocket. */
  readonly isText: boolean;
  encode(value: JsonValue): Buffer;
  /** The same in steps, for large values. Unset: `encode` is as fast as it gets. */
  encodeInSteps?(value: JsonValue): EncodedPieces;
  /** Encodes lists of one kind piece by piece. Throws a StatusError if they cannot be encoded. */
  lists(type: ListType): ListEncoder;
  /** Human-readable form. Unset: the format has none. */
  encodePretty?(value: JsonValue): Buffer;
  decode(bytes: Uint8Array, options?: DecodeOptions): JsonValue;
  /** Also reports duplicate keys; empty if the format cannot have any. */
  decodeStrict(bytes: Uint8Array, options?: DecodeOptions): StrictlyDecoded;
  /** Like `decodeStrict`, without blocking the event loop for long. Unset: as fast as it gets. */
  decodeYielding?(bytes: Uint8Array, options?: DecodeOptions): StrictlyDecoded | Promise<StrictlyDecoded>;
  /** Unset: the format cannot be streamed, so it cannot be used for watches. */
  readonly stream?: StreamFraming;
}

/** How the documents of a stream are delimited. */
export interface StreamFraming {
  /** The media type that clients request: `application/json;stream=watch`. */
  readonly requestedAs: string;
  /** The Content-Type of the response. */
  readonly contentType: string;
  /** The bytes before a document of this length. */
  head(length: number): Buffer;
}

const nothing = Buffer.alloc(0);

/** JSON documents are self-delimiting; `encodeJson` ends each with a newline. */
const jsonStream: StreamFraming = {
  requestedAs: 'application/json;stream=watch',
  contentType: 'application/json',
  head: () => nothing,
};

/** JSON. */
export const jsonCodec: Codec = {
  mediaType: 'application/json',
  isText: true,
  encode: encodeJson,
  encodeInSteps: jsonPieces,
  encodePretty: encodeJsonPretty,
  lists: jsonLists,
  decode: decodeJson,
  decodeStrict: decodeJsonStrict,
  decodeYielding: decodeJsonYielding,
  stream: jsonStream,
};

/** YAML. */
export const yamlCodec: Codec = {
  mediaType: 'application/yaml',
  isText: true,
  encode: encodeYaml,
  encodeInSteps: yamlPieces,
  lists: yamlLists,
  decode: decodeYaml,
  decodeStrict: decodeYamlStrict,
  decodeYielding: decodeYamlYielding,
};
