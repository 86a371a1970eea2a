export { CompiledVersion } from './compiled-version.js';
export type { CreateRequest } from './create-object.js';
export {
  builtInScheme,
  isNoVersion,
  mistypedTypeField,
  typeMetaName,
  typeNameOf,
  typeParseError,
  unregisteredKind,
} from './decoding-texts.js';
export type { Deleted, DeleteRequest } from './delete-object.js';
export { deletionFinalizers } from './deletion.js';
export { valueAt } from './field-values.js';
export { decodeForeign } from './foreign-object.js';
export type { ObjectRef, StoredObject } from './object-storage.js';
export { parseRevision, preconditionCheck, unexplained } from './preconditions.js';
export type { Updated, UpdateRequest } from './replace-object.js';
export { Resource } from './resource.js';
export {
  allVerbs,
  type Connect,
  type ConnectionOptions,
  type ConnectRequest,
  type ConnectSubresource,
  defineGroup,
  defineResource,
  type GroupDefinition,
  type QueryParameter,
  type ResourceDefinition,
  type ResourceVersion,
  type RowCondition,
  type ScalePaths,
  type ScaleSubresource,
  ShapeError,
  type SubresourceDefinition,
  type Subresources,
  type TableColumn,
  type TypeShapeOptions,
  type Verb,
} from './resource-definition.js';
export { ResourceStore, type ResourceStoreOptions } from './resource-store.js';
export { generationOnly, specAndStatus } from './standard-strategy.js';
export { toStatusError } from './storage-status.js';
export { StoreFollower, type StoreReader } from './store-follower.js';
export { StoreLister, type StoreListerOptions } from './store-lister.js';
export { renewStored } from './stored-form.js';
export { decodeStored, encodeStored } from './stored-object.js';
export { type StoredForms, storedPresentation } from './stored-presentation.js';
export type {
  Grace,
  MetadataChecks,
  Replacement,
  Reservation,
  Strategy,
  StrategyContext,
  WriteContext,
} from './strategy.js';
export { wrongNamespace } from './write-preparation.js';
