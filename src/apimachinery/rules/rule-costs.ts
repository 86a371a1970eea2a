// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import {
  type CompiledExpression,
  type DeclaredType,
  ESTIMATED_DEFINITION_COST_LIMIT,
  ESTIMATED_RULE_COST_LIMIT,
  MAX_REQUEST_SIZE_BYTES,
} from '../cel/index.js';
import type { JsonSchema } from '../schema/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';

/** Maximum number of occurrences of a schema node in a resource; undefined if only the request size bounds it. */
export type Occurrences = number | undefined;

/** Maximum number of occurrences of a schema's children, given its own. */
export function occurrencesInside(schema: JsonSchema, occurrences: Occurrences): Occurrences {
  const limit = maxElements(schema);
  return occurrences === undefined || limit === undefined ? undefined : product(occurrences, limit);
}

function maxElements({ type, additionalProperties, maxProperties, maxItems }: JsonSchema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties);
}

/** Worst-case cost of a rule on all its values in a resource. */
export function ruleCost(
  program: CompiledExpression,
  { self, occurrences }: { self: DeclaredType | undefined; occurrences: Occurrences },
): number {
  return product(program.estimateCost().max, occurrences ?? fitting(self?.minSerializedSize ?? 0));
}

/** Number of values of a size that fit into a request, with a comma each. */
function fitting(serializedSize: number): number {
  return Math.floor(MAX_REQUEST_SIZE_BYTES / (serializedSize + 1));
}

/** Zero times infinity is zero. */
function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

const namedExpensive = 4;

/** Estimated costs of a schema's expressions. */
export class RuleCosts {
  readonly #expressionsAreLimited: boolean;
  #total = 0;
  readonly #expensive: { readonly path: FieldPath; readonly cost: number }[] = [];

  constructor({ expressionsAreLimited }: { expressionsAreLimited: boolean }) {
    this.#expressionsAreLimited = expressionsAreLimited;
  }

  /** Adds an expression, and returns an error if it exceeds the limit of a single one. */
  add(path: FieldPath, { name, cost }: { name: string; cost: number }): FieldError[] {
    this.#total += cost;
    if (cost >= ESTIMATED_DEFINITION_COST_LIMIT / 100) this.#expensive.push({ path, cost });
    if (!this.#expressionsAreLimited || cost <= ESTIMATED_RULE_COST_LIMIT) return [];
    return [path.forbidden(excess(`estimated ${name} cost`, cost, ESTIMATED_RULE_COST_LIMIT))];
  }

  /** Returns errors if the total exceeds the limit, with the most expensive expressions. */
  check(path: FieldPath): FieldError[] {
    if (this.#total <= ESTIMATED_DEFINITION_COST_LIMIT) return [];
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive
        .sort((a, b) => (a.cost === b.cost ? 0 : b.cost - a.cost))
        .slice(0, namedExpensive)
        .map((rule) => rule.path.forbidden(contribution)),
      path.forbidden(excess(what, this.#total, ESTIMATED_DEFINITION_COST_LIMIT)),
    ];
  }
}

const contribution = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
const advice =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

function excess(what: string, cost: number, limit: number): string {
  const ratio = cost / limit;
  const factor = ratio > 100 ? 'more than 100x' : `${ratio.toFixed(ratio < 1.5 ? 6 : 1)}x`;
  return `${what} exceeds budget by factor of ${factor} ${advice}`;
}
