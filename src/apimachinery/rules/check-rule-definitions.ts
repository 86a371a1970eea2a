// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { isStructural, type JsonSchema } from '../schema/index.js';
import { type FieldError, type FieldPath, validateOnce, visitItems } from '../validation/index.js';
import { checkExpressions } from './check-expressions.js';
import { checkFieldPaths } from './check-field-paths.js';
import { KnownExpressions } from './known-expressions.js';
import { RuleCosts } from './rule-costs.js';
import { type RulePlace, rulePlaces } from './rule-places.js';

export interface RuleDefinitionOptions {
  /** Errors of `checkStructural`. */
  readonly schemaErrors?: readonly FieldError[];
  /** The expressions of the definition that this one replaces. */
  readonly known?: KnownExpressions;
  /** Whether the schema is unchanged from that definition: the cost of its rules was accepted before. */
  readonly isUnchanged?: boolean;
}

/**
 * Validates the rules of a custom resource's schema, beyond what `checkStructural` checks. Returns errors of the
 * CustomResourceDefinition that has the schema at `path`.
 */
export function checkRuleDefinitions(
  schema: JsonSchema,
  path: FieldPath,
  { schemaErrors = [], known = KnownExpressions.none, isUnchanged = false }: RuleDefinitionOptions = {},
): FieldError[] {
  const places = validateOnce(() => rulePlaces(schema, path));
  if (places.length === 0) return [];
  const pathErrors = visitItems<RulePlace, FieldError[]>(places, [], (errors, place) => {
    errors.push(...checkFieldPaths(place));
  });
  if (schemaErrors.some(isAboutDefault) || !validateOnce(() => isStructural(schema))) return pathErrors;
  const faulty = faultyPlaces([...schemaErrors, ...pathErrors]);
  const state = { costs: new RuleCosts({ expressionsAreLimited: !isUnchanged }), errors: [...pathErrors] };
  const { costs, errors } = visitItems(places, state, (found, place) => {
    if (faulty.has(place.path.toString())) return;
    found.errors.push(...checkExpressions(place, { known, costs: found.costs }));
  });
  return [...errors, ...costs.check(path)];
}

/** All paths with an error at or below them: types there may be wrong, so rules are not checked. */
function faultyPlaces(errors: readonly FieldError[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { field } of errors) {
    // If a path is in the set, so are its parents.
    for (let end = field.length; end > 0 && !places.has(field.slice(0, end)); end = field.lastIndexOf('.', end - 1)) {
      places.add(field.slice(0, end));
    }
  }
  return places;
}

/** Like upstream, skips all rules if a default is invalid. */
function isAboutDefault({ field }: FieldError): boolean {
  return /\.default(?:$|[.[])/.test(field);
}
