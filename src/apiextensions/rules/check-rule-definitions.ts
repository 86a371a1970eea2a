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
  const faulty = faultyPlaces([...schemaErrors, ...pathErrors]);
  const costs = new RuleCosts({ expressionsAreLimited: !isUnchanged });
  const expressionErrors = places
    .filter((place) => !faulty.has(place.path.toString()))
    .flatMap((place) => checkExpressions(place, { known, costs }));
  return [...pathErrors, ...expressionErrors, ...costs.check(path)];
}

/** All places at which or below which something is wrong: rules there may have the wrong types. */
function faultyPlaces(errors: readonly FieldError[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { field } of errors) {
    // Where a place is known, so are those around it.
    for (let end = field.length; end > 0 && !places.has(field.slice(0, end)); end = field.lastIndexOf('.', end - 1)) {
      places.add(field.slice(0, end));
    }
  }
  return places;
}

/** Upstream looks at no rule either where a default is wrong. */
function isAboutDefault({ field }: FieldError): boolean {
  return /\.default(?:$|[.[])/.test(field);
}
