export type { JsonSchema, ValidationRule } from './json-schema.js';
