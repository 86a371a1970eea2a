// Follows staging/src/k8s.io/apiserver/pkg/authorization/cel/compile.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authorization/cel/matcher.go (v1.36)

import {
  BOOL,
  CelEvaluationError,
  CelSyntaxError,
  CelTypeError,
  type CompiledExpression,
  celTypeOfSchema,
  evaluateYielding,
  formatType,
  sameType,
  storedExpressionsEnvironment,
} from '../../../apimachinery/cel/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../../apimachinery/schema/index.js';
import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';

const maxConditions = 64;

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };
const selector: JsonSchema = {
  type: 'object',
  properties: {
    rawSelector: text,
    requirements: {
      type: 'array',
      items: { type: 'object', properties: { key: text, operator: text, values: texts } },
    },
  },
};
const specSchema: JsonSchema = {
  type: 'object',
  properties: {
    resourceAttributes: {
      type: 'object',
      properties: {
        namespace: text,
        verb: text,
        group: text,
        version: text,
        resource: text,
        subresource: text,
        name: text,
        fieldSelector: selector,
        labelSelector: selector,
      },
    },
    nonResourceAttributes: { type: 'object', properties: { path: text, verb: text } },
    user: text,
    groups: texts,
    extra: { type: 'object', additionalProperties: texts },
    uid: text,
  },
};

/** Shared by all expressions: compiled programs are cached by object identity. */
let variables: { readonly request: NonNullable<ReturnType<typeof celTypeOfSchema>> } | undefined;

/** Compiles a condition. Throws an error that describes the problem, in the words of kube-apiserver. */
function compileCondition(expression: string): CompiledExpression {
  variables ??= { request: celTypeOfSchema(specSchema, { name: 'kubernetes.SubjectAccessReviewSpec' })! };
  const program = storedExpressionsEnvironment().compile(expression, { variables });
  if (sameType(program.type, BOOL)) return program;
  throw new WrongResult(`must evaluate to bool but got ${formatType(program.type)}`);
}

class WrongResult extends Error {}

function problemOf(expression: string): string | undefined {
  try {
    compileCondition(expression);
    return undefined;
  } catch (error) {
    if (error instanceof WrongResult) return error.message;
    if (error instanceof CelSyntaxError || error instanceof CelTypeError) return `compilation failed: ${error.message}`;
    throw error;
  }
}

export function validateMatchConditions(expressions: readonly string[], path: FieldPath): FieldError[] {
  if (expressions.length > maxConditions) return [path.tooMany(expressions.length, maxConditions)];
  return expressions.flatMap((expression, index) => {
    const at = path.index(index).child('expression');
    if (expression.trim() === '') return [at.required()];
    if (expressions.indexOf(expression) < index) return [at.duplicate(expression)];
    const problem = problemOf(expression);
    return problem === undefined ? [] : [at.invalid(expression, problem)];
  });
}

export type MatchResult = 'matches' | 'does not match' | { readonly errors: readonly string[] };

/** The matchConditions of a webhook: it is called only if all are true. */
export class MatchConditions {
  readonly #programs: readonly CompiledExpression[];

  /** Expressions must be valid. */
  constructor(expressions: readonly string[]) {
    this.#programs = expressions.map(compileCondition);
  }

  get isEmpty(): boolean {
    return this.#programs.length === 0;
  }

  /** Matches the spec of a SubjectAccessReview (v1). A condition that is false takes precedence over one that fails. */
  async match(spec: JsonObject): Promise<MatchResult> {
    const activation = { request: completed(spec) };
    const errors: string[] = [];
    for (const program of this.#programs) {
      try {
        if ((await evaluateYielding(program, activation)) === false) return 'does not match';
      } catch (error) {
        if (!(error instanceof CelEvaluationError)) throw error;
        errors.push(`cel evaluation error: expression '${program.source}' resulted in error: ${error.message}`);
      }
    }
    return errors.length > 0 ? { errors } : 'matches';
  }
}

const emptyAttributes = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' };

/** Conditions may use fields that the spec leaves out. */
function completed({ resourceAttributes, ...spec }: JsonObject): JsonObject {
  return {
    user: '',
    groups: [],
    uid: '',
    extra: {},
    ...spec,
    ...(resourceAttributes && { resourceAttributes: { ...emptyAttributes, ...(resourceAttributes as JsonObject) } }),
  };
}
