export { ShapeError, type TypeShapeOptions } from '../dialect/index.js';
export { checkSchemas } from './check-schemas.js';
export { CompiledVersion } from './compiled-version.js';
export { ConsistencyChecks } from './consistency-checks.js';
export type { Deleted } from './delete-object.js';
export { deletionFinalizers } from './deletion.js';
export { unsupportedField, valueAt } from './field-values.js';
export { decodeForeign, decodeStoredValue, isCbor, unreadable } from './foreign-object.js';
export { defineSchema, type FromSchema } from './from-schema.js';
export type { ObjectSource, SourceObject } from './object-source.js';
export type { ObjectRef, ObjectScope, StoredObject } from './object-storage.js';
export { parseRevision, preconditionCheck } from './preconditions.js';
export { Resource } from './resource.js';
export {
  type ApplyChecks,
  type Connect,
  type ConnectionOptions,
  type ConnectRequest,
  type ConnectSubresource,
  defineGroup,
  defineResource,
  defineVersion,
  type GroupDefinition,
  isObjectSubresource,
  type QueryParameter,
  type ResourceDefinition,
  type ResourceVersion,
  type RowCondition,
  type ScalePaths,
  type ScaleSubresource,
  type Subresources,
  type TableColumn,
  type Verb,
} from './resource-definition.js';
export { ResourceStore } from './resource-store.js';
export { SourceStorage } from './source/index.js';
export {
  type CountsGeneration,
  changesContent,
  generationOnly,
  incrementGeneration,
  keepField,
  type StatusRules,
  specAndStatus,
} from './standard-strategy.js';
export { toStatusError } from './storage-status.js';
export { type StoreHandler, StoreInformer } from './store-informer.js';
export { StoreLister } from './store-lister.js';
export {
  decodeStored,
  decodeStoredYielding,
  digestOf,
  encodeStored,
  withoutRevision,
} from './stored-object.js';
export { storedPresentation } from './stored-presentation.js';
export { type ResourceContent, Stores } from './stores.js';
export type {
  Grace,
  PreparationContext,
  Replacement,
  Reservation,
  Strategy,
  StrategyContext,
  UpdateValidationContext,
  ValidationContext,
  WriteContext,
} from './strategy.js';
export { wrongNamespace } from './write-preparation.js';
