export { checkRuleDefinitions, type RuleDefinitionOptions } from './check-rule-definitions.js';
export { compileRules } from './compile-rules.js';
export { KnownExpressions } from './known-expressions.js';
export { findSchemaField, type SchemaField, SchemaPathError, type SchemaPathOptions } from './schema-path.js';
