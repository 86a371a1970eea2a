// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { checkRuleDefinitions, compileRules, defaultsBudget } from '../../apimachinery/rules/index.js';
import { checkStatusRoot, checkStructural, type JsonSchema } from '../../apimachinery/schema/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { Tolerance } from './tolerance.js';

export interface SchemaOptions {
  readonly tolerance: Tolerance;
  /** The status is a subresource. */
  readonly hasStatus: boolean;
  readonly isUnchanged: boolean;
}

export function validateSchema(schema: JsonSchema, path: FieldPath, options: SchemaOptions): FieldError[] {
  try {
    return schemaErrorsOf(schema, path, options);
  } catch (error) {
    // The stack may be smaller than usual.
    if (error instanceof RangeError) return [path.forbidden('is nested too deeply')];
    throw error;
  }
}

function schemaErrorsOf(schema: JsonSchema, path: FieldPath, options: SchemaOptions): FieldError[] {
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
