export {
  escapeFieldValue,
  type FieldRequirement,
  FieldSelector,
  type Fields,
  type FieldTest,
  type FieldTransform,
  metadataFieldsOnly,
  parseFieldSelector,
} from './field-selector.js';
export { LabelSelector, parseLabelSelector } from './label-selector.js';
export {
  formatLabelSelectorSpec,
  goLabelSelectorText,
  type LabelSelectorRequirement,
  type LabelSelectorRules,
  type LabelSelectorSpec,
  labelSelectorFromSpec,
  validateLabelSelector,
} from './label-selector-spec.js';
export {
  type LabelOperator,
  type LabelRequirement,
  type Labels,
  type LabelTest,
  newRequirement,
} from './requirement.js';
export { type Attributes, Selection } from './selection.js';
export { SelectorError } from './selector-error.js';
export { parseShardSelector, type ShardSelector } from './shard-selector.js';
