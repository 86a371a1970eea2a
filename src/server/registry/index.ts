export type { ObjectRef, StoredObject } from './object-table.js';
export { parseRevision, unexplained } from './preconditions.js';
export { Resource, valueAt } from './resource.js';
export {
  allVerbs,
  type Connect,
  type ConnectRequest,
  type ConnectSubresource,
  defineGroup,
  defineResource,
  type GroupDefinition,
  type ResourceDefinition,
  type ResourceVersion,
  type RowCondition,
  type ScalePaths,
  ShapeError,
  type SubresourceDefinition,
  type TableColumn,
  type Verb,
} from './resource-definition.js';
export { type Deleted, ResourceStore, type UpdateRequest } from './resource-store.js';
export { generationOnly, specAndStatus } from './standard-strategy.js';
export { toStatusError } from './storage-status.js';
export { decodeStored, encodeStored } from './stored-object.js';
export type { Grace, Replacement, Strategy, StrategyContext } from './strategy.js';
export { type WriteContext, wrongNamespace } from './write-preparation.js';
