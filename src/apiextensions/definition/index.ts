export { type Approval, approvalOf, isProtectedGroup } from './api-approval.js';
export { isCaBundle } from './ca-bundle.js';
export { compactDefinition } from './compact-definition.js';
export {
  type ConditionChange,
  findCondition,
  isConditionTrue,
  isEstablished,
  isTerminating,
  removeCondition,
  setCondition,
} from './conditions.js';
export {
  type CustomResourceDefinition,
  cleanupFinalizer,
  type DefinitionNames,
  type DefinitionSpec,
  type DefinitionStatus,
  type DefinitionVersion,
  findVersion,
  type PrinterColumn,
  type ScaleSubresource,
  servedVersionsOf,
  storageVersionOf,
} from './custom-resource-definition.js';
export { customResourceDefinitions, type StoredDefinitions } from './definition-resource.js';
