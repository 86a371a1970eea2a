export {
  containerColumns,
  readyColumn,
  replicaColumns,
  selectorColumn,
  templateColumns,
} from './columns.js';
export {
  amountOf,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateIntOrPercent,
  validateStatusCounts,
} from './count-validation.js';
export {
  dropTerminatingReplicas,
  labelAsTemplate,
  nameWarnings,
  scaleSubresource,
  templateWarningsAt,
  workloadStrategies,
} from './strategy.js';
export {
  emptySelectorErrors,
  labelErrors,
  parseSelector,
  validateEndlessTemplate,
  validateSameSelector,
  validateSelectedTemplate,
  validateSelector,
} from './template-validation.js';
