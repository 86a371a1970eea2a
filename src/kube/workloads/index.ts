export {
  containerColumns,
  countIn,
  readyColumn,
  replicaColumns,
  scaleColumns,
  selectorColumn,
  templateColumns,
} from './columns.js';
export {
  amountOf,
  type StatusCounts,
  validateAtMostAll,
  validateCollisions,
  validateCounts,
  validateIntOrPercent,
  validateStatusCounts,
} from './count-validation.js';
export {
  isSameSpec,
  nameWarnings,
  scaleSubresource,
  statusVerbs,
  templateWarningsAt,
  type WorkloadRules,
  workloadStrategies,
} from './strategy.js';
export {
  emptySelectorErrors,
  labelErrors,
  parseSelector,
  validateEndlessTemplate,
  validateSelectedTemplate,
  validateSelector,
} from './template-validation.js';
export { type WorkloadSpec, workloadSpecOf } from './workload.js';
