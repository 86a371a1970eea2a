export { Resource, valueAt } from './resource.js';
export {
  allVerbs,
  defineGroup,
  defineResource,
  type GroupDefinition,
  type ResourceDefinition,
  type ResourceVersion,
  type ScalePaths,
  type SubresourceDefinition,
  type TableColumn,
  type Verb,
} from './resource-definition.js';
export {
  type Deleted,
  type ObjectRef,
  ResourceStore,
  type StoredObject,
  type UpdateRequest,
  type WriteContext,
} from './resource-store.js';
export { generationOnly, specAndStatus } from './standard-strategy.js';
export { toStatusError } from './storage-status.js';
export { decodeStored, encodeStored } from './stored-object.js';
export type { Grace, Replacement, Strategy, StrategyContext } from './strategy.js';
