import { isStructural, type JsonSchema } from '../../apimachinery/schema/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import { checkExpressions } from './check-expressions.js';
import { checkFieldPaths } from './check-field-paths.js';
import { KnownExpressions } from './known-expressions.js';
import { RuleCosts } from './rule-costs.js';
import { rulePlaces } from './rule-places.js';

export interface RuleDefinitionOptions {
  /** What `checkStructural` found. */
  readonly schemaErrors?: readonly FieldError[];
  /** The expressions of the definition that this one replaces. */
  readonly known?: KnownExpressions;
  /** Whether the schema is what it was in that definition: what each rule costs was accepted once. */
  readonly isUnchanged?: boolean;
}

/**
 * What is wrong with the rules of a custom resource's schema, beyond what `checkStructural` says of their texts: the
 * errors of the CustomResourceDefinition that has the schema at `path`.
 */
export function checkRuleDefinitions(
  schema: JsonSchema,
  path: FieldPath,
  { schemaErrors = [], known = KnownExpressions.none, isUnchanged = false }: RuleDefinitionOptions = {},
): FieldError[] {
  const places = rulePlaces(schema, path);
  if (places.length === 0) return [];
  const pathErrors = places.flatMap(checkFieldPaths);
  if (schemaErrors.some(isAboutDefault) || !isStructural(schema)) return pathErrors;
  const faults = [...schemaErrors, ...pathErrors].map(({ field }) => field);
  const costs = new RuleCosts({ expressionsAreLimited: !isUnchanged });
  // A rule is not compiled where something at its place or below it is wrong already.
  const sound = places.filter((place) => !faults.some((fault) => fault.startsWith(`${place.path}.`)));
  const expressionErrors = sound.flatMap((place) => checkExpressions(place, { known, costs }));
  return [...pathErrors, ...expressionErrors, ...costs.check(path)];
}

/** Upstream looks at no rule either where a default is wrong. */
function isAboutDefault({ field }: FieldError): boolean {
  return /\.default(?:$|[.[])/.test(field);
}
