import { checkStatusRoot, checkStructural, type JsonSchema } from '../../apimachinery/schema/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import { checkRuleDefinitions, compileRules } from '../rules/index.js';
import type { Tolerance } from './tolerance.js';

/** Cost budget for evaluating a schema's rules on its defaults: that of one request. */
const defaultsBudget = 10_000_000;

export interface SchemaOptions {
  readonly tolerance: Tolerance;
  /** The status is a subresource. */
  readonly hasStatus: boolean;
  readonly isUnchanged: boolean;
}

export function validateSchema(schema: JsonSchema, path: FieldPath, options: SchemaOptions): FieldError[] {
  const { tolerance, hasStatus, isUnchanged } = options;
  const schemaErrors = checkStructural(schema, path, {
    rules: { compile: compileRules, budget: { remaining: defaultsBudget } },
    tolerated: tolerance.schemaRules,
  });
  const known = tolerance.knownExpressions;
  return [
    ...(hasStatus ? checkStatusRoot(schema, path) : []),
    ...schemaErrors,
    ...checkRuleDefinitions(schema, path, { schemaErrors, known, isUnchanged }),
  ];
}
