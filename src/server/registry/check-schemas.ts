import { checkRuleDefinitions, compileRules, defaultsBudget } from '../../apimachinery/rules/index.js';
import { checkStructural, type JsonSchema } from '../../apimachinery/schema/index.js';
import { type FieldError, FieldPath, fieldErrorMessage } from '../../apimachinery/validation/index.js';
import type { ResourceDefinition } from './resource-definition.js';

/**
 * Throws an error with all problems of the schemas that validate objects: they must be structural, and their defaults
 * and rules valid, as in a CustomResourceDefinition. Schemas with references are not checked.
 */
export function checkSchemas({ plural, versions }: ResourceDefinition): void {
  for (const [version, definition] of Object.entries(versions)) {
    // Such schemas may be built on first use: do not read them.
    if (definition.shape || definition.resolveReference) continue;
    const problems = definition.schema ? schemaErrors(definition.schema).map(fieldErrorMessage) : [];
    if (problems.length === 0) continue;
    throw new Error(`the schema of ${plural} in ${version} is invalid: ${problems.join('; ')}`);
  }
}

function schemaErrors(schema: JsonSchema): FieldError[] {
  const path = FieldPath.of('schema');
  const schemaErrors = checkStructural(schema, path, {
    rules: { compile: compileRules, budget: { remaining: defaultsBudget } },
  });
  return [...schemaErrors, ...checkRuleDefinitions(schema, path, { schemaErrors })];
}
