export { type AcceptClause, parseAccept } from './accept.js';
export { cborCodec, cborPrefix, cborTypeOf, decodeCborYielding, deterministicCborCodec } from './cbor/index.js';
export { type Codec, jsonCodec, type StreamFraming, yamlCodec } from './codec.js';
export { CodecRegistry, standardCodecs } from './codec-registry.js';
export {
  acceptsGzip,
  type Compressed,
  compressBody,
  gzipHeaders,
  gzipThreshold,
  unzip,
  zip,
} from './compression.js';
export { DecodeError, UnacceptableValueError } from './decode-error.js';
export { inDocumentOrder } from './document-order.js';
export { joinYielding } from './encoded-pieces.js';
export {
  discoveryRestrictions,
  type EndpointRestrictions,
  plainRestrictions,
  type ResourceRestrictionsOptions,
  resourceRestrictions,
} from './endpoint-restrictions.js';
export { type DeflatedPart, deflatePart, GzipJoin, zippedPieces } from './gzip-parts.js';
export {
  type DecodeOptions,
  decodeJson,
  decodeJsonStrict,
  decodeJsonUnlimited,
  decodeJsonYielding,
  defaultMaxBytes,
  type StrictlyDecoded,
} from './json-decode.js';
export { encodeJson, encodeJsonPretty, jsonText } from './json-encode.js';
export { compactJsonPieces, isLargeJson } from './json-pieces.js';
export type { ListEncoder } from './list-encoder.js';
export { parseMediaType } from './media-type.js';
export {
  mediaTypeWithKind,
  negotiateInput,
  negotiateOutput,
  negotiateStream,
  type OutputChoice,
  type OutputRequest,
} from './negotiation.js';
export { NumberPlaceholders } from './number-placeholders.js';
export {
  type FieldType,
  type FindMessage,
  type MessageField,
  type MessageType,
  protobufCodec,
} from './protobuf/index.js';
export { checkAccepted, checkSent } from './route-media-types.js';
export { unpooled } from './unpooled.js';
export { decodeYaml, decodeYamlStrict, decodeYamlYielding } from './yaml-decode.js';
export { encodeYaml } from './yaml-encode.js';
