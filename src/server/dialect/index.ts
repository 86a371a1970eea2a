export {
  isNoVersion,
  mistypedTypeField,
  typeMetaName,
  typeParseError,
  unregisteredKind,
} from './decoding-errors.js';
export { type Dialect, plainDialect } from './dialect.js';
export {
  internalType,
  isUnversioned,
  type KnownKinds,
  kindsOfGroup,
  noKnownKinds,
  otherKindProblem,
} from './known-kinds.js';
export {
  type DecodedBody,
  type MisfitLiteral,
  type ObjectDecoding,
  type ObjectTarget,
  type PatchedObject,
  type SentBody,
  ShapeError,
  type ShapeOptions,
  type TypeShapeOptions,
} from './object-decoding.js';
export type { ObjectOutput } from './object-output.js';
export type {
  DocumentInfo,
  DocumentStyle,
  Method,
  Parameter,
  Publishing,
  SuccessStatus,
  VerbShape,
} from './publishing.js';
export type { RequestRouting } from './request-routing.js';
export type { Renaming, Renew, StoredForm, StoredResource } from './stored-form.js';
