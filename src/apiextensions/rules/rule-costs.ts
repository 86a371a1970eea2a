import {
  type CompiledExpression,
  type DeclaredType,
  ESTIMATED_DEFINITION_COST_LIMIT,
  ESTIMATED_RULE_COST_LIMIT,
  MAX_REQUEST_SIZE_BYTES,
} from '../../apimachinery/cel/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { type FieldError, type FieldPath, forbidden } from '../../apimachinery/validation/index.js';

/** How often a place of a schema can occur in a resource; undefined if nothing but a request's size bounds it. */
export type Occurrences = number | undefined;

/** How often the parts of what a schema describes can occur, given how often the whole can. */
export function occurrencesInside(schema: JsonSchema, occurrences: Occurrences): Occurrences {
  const limit = maxElements(schema);
  return occurrences === undefined || limit === undefined ? undefined : product(occurrences, limit);
}

function maxElements({ type, additionalProperties, maxProperties, maxItems }: JsonSchema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties);
}

/** The worst case of a rule on all the values that it meets in a resource. */
export function ruleCost(
  program: CompiledExpression,
  { self, occurrences }: { self: DeclaredType | undefined; occurrences: Occurrences },
): number {
  return product(program.estimateCost().max, occurrences ?? fitting(self?.minSerializedSize ?? 0));
}

/** How many values of a size a request can hold, each with a comma at least. */
function fitting(serializedSize: number): number {
  return Math.floor(MAX_REQUEST_SIZE_BYTES / (serializedSize + 1));
}

/** Zero times anything is zero, even times infinity. */
function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

const namedExpensive = 4;

/** What the expressions of one schema are estimated to cost. */
export class RuleCosts {
  readonly #expressionsAreLimited: boolean;
  #total = 0;
  readonly #expensive: { readonly path: FieldPath; readonly cost: number }[] = [];

  constructor({ expressionsAreLimited }: { expressionsAreLimited: boolean }) {
    this.#expressionsAreLimited = expressionsAreLimited;
  }

  /** Counts an expression, and says if it costs too much by itself. */
  add(path: FieldPath, { name, cost }: { name: string; cost: number }): FieldError[] {
    this.#total += cost;
    if (cost >= ESTIMATED_DEFINITION_COST_LIMIT / 100) this.#expensive.push({ path, cost });
    if (!this.#expressionsAreLimited || cost <= ESTIMATED_RULE_COST_LIMIT) return [];
    return [forbidden(path, excess(`estimated ${name} cost`, cost, ESTIMATED_RULE_COST_LIMIT))];
  }

  /** Whether all of them together cost too much, and which most of all. */
  check(path: FieldPath): FieldError[] {
    if (this.#total <= ESTIMATED_DEFINITION_COST_LIMIT) return [];
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive
        .sort((a, b) => (a.cost === b.cost ? 0 : b.cost - a.cost))
        .slice(0, namedExpensive)
        .map((rule) => forbidden(rule.path, contribution)),
      forbidden(path, excess(what, this.#total, ESTIMATED_DEFINITION_COST_LIMIT)),
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
