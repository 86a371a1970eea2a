export type { FieldType, FindMessage, MessageField, MessageType } from './message-type.js';
export { protobufCodec } from './protobuf-codec.js';
