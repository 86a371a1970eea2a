export { checkRuleDefinitions } from './check-rule-definitions.js';
export { compileRules, defaultsBudget } from './compile-rules.js';
export { KnownExpressions } from './known-expressions.js';
export { findSchemaField, SchemaPathError } from './schema-path.js';
