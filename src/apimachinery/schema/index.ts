export { checkDefaults } from './check-defaults.js';
export { checkStatusRoot } from './check-status-root.js';
export { checkStructural, isStructural } from './check-structural.js';
export {
  type CompiledSchema,
  type CompileOptions,
  compileSchema,
  type ValidateOptions,
} from './compiled-schema.js';
export { resolveIn } from './component-schemas.js';
export { decodeSchema, maxSchemaNesting, SchemaDecodeError } from './decode-schema.js';
export type { CoercedResources } from './embedded-resources.js';
export { findFormat } from './formats.js';
export type { JsonSchema, ValidationRule } from './json-schema.js';
export { type ListType, listTypeOf, mapTypeOf } from './list-types.js';
export { type CoercedMetadata, coerceObjectMeta, MalformedMetadata } from './object-meta.js';
export {
  type CompileRules,
  type CostBudget,
  type RuleCheck,
  type RuleContext,
  type RuleOutcome,
  resourceBudget,
  SuspendedRules,
} from './rule-check.js';
export type { ResolveReference } from './schema-node.js';
export type { SchemaValue } from './schema-value.js';
export type { DefaultRules, LaterRule, StructuralOptions } from './structural-options.js';
export { unrecognizedFormats } from './unrecognized-formats.js';
export { copyValue } from './value-nesting.js';
