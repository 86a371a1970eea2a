export { type AcceptClause, parseAccept } from './accept.js';
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
export { DecodeError } from './decode-error.js';
export { inDocumentOrder } from './document-order.js';
export {
  discoveryRestrictions,
  type EndpointRestrictions,
  plainRestrictions,
  type ResourceRestrictionsOptions,
  resourceRestrictions,
} from './endpoint-restrictions.js';
export { type DeflatedPart, deflatePart, GzipJoin } from './gzip-parts.js';
export {
  type DecodeOptions,
  decodeJson,
  decodeJsonStrict,
  defaultMaxBytes,
  type StrictlyDecoded,
} from './json-decode.js';
export { encodeJson, encodeJsonPretty, jsonText } from './json-encode.js';
export { parseMediaType } from './media-type.js';
export {
  mediaTypeWithKind,
  negotiateInput,
  negotiateOutput,
  negotiateStream,
  type OutputChoice,
  type OutputRequest,
} from './negotiation.js';
export { NumberStandIns } from './number-stand-ins.js';
export {
  type FieldType,
  type FindMessage,
  type MessageField,
  type MessageType,
  protobufCodec,
} from './protobuf/index.js';
export { checkAccepted, checkSent } from './route-forms.js';
export { decodeYaml, decodeYamlStrict } from './yaml-decode.js';
export { encodeYaml } from './yaml-encode.js';
