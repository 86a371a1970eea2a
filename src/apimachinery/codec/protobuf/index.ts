export type {
  FieldType,
  FindMessage,
  MessageField,
  MessageType,
  OwnForm,
  ScalarForm,
  VariantType,
} from './message-type.js';
export { protobufCodec } from './protobuf-codec.js';
