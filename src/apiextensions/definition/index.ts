export { type Approval, approvalAnnotation, approvalOf, isProtectedGroup } from './api-approval.js';
export { isCaBundle } from './ca-bundle.js';
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
  asDefinition,
  type Conversion,
  type CustomResourceDefinition,
  cleanupFinalizer,
  type DefinitionCondition,
  type DefinitionConditionType,
  type DefinitionNames,
  type DefinitionSpec,
  type DefinitionStatus,
  type DefinitionVersion,
  findVersion,
  type PrinterColumn,
  type ScaleSubresource,
  type SelectableField,
  type Subresources,
  servedVersionsOf,
  storageVersionOf,
  type WebhookConversion,
} from './custom-resource-definition.js';
export { customResourceDefinitions } from './definition-resource.js';
