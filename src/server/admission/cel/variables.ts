// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/composition.go (v1.36)

import {
  CelEvaluationError,
  CelFailure,
  CelObject,
  type CelType,
  type CelValue,
  DYN,
  EvaluationProgress,
  listOf,
  mapOf,
  ObjectType,
} from '../../../apimachinery/cel/index.js';
import type { Compiled } from './compile-expression.js';

/** The named expressions of a policy, and the type of the variable `variables` that they form. */
export class PolicyVariables {
  readonly #fields = new Map<string, CelType>();
  readonly #expressions = new Map<string, Compiled>();
  /** Grows as variables are added, so that each can refer to the ones before it. */
  readonly type = new ObjectType('kubernetes.variables', this.#fields);

  add(name: string, expression: Compiled): void {
    this.#fields.set(name, declarable(expression.program?.type));
    this.#expressions.set(name, expression);
  }

  get(name: string): Compiled | undefined {
    return this.#expressions.get(name);
  }
}

const scalars = new Set(['bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'uint']);

/** The declared type of a variable: scalars, lists and maps keep theirs, everything else is dyn. */
function declarable(type: CelType | undefined): CelType {
  if (!type) return DYN;
  if (scalars.has(type.kind)) return type;
  if (type.kind === 'list') return listOf(declarable(type.parameters[0]));
  if (type.kind === 'map') return mapOf(declarable(type.parameters[0]), declarable(type.parameters[1]));
  return DYN;
}

/** May throw a `Suspension`. */
export type EvaluateVariable = (expression: Compiled & { program: object }, progress: EvaluationProgress) => CelValue;

/** The value of `variables` for one request. Each variable is evaluated on first use. */
export class LazyVariables extends CelObject {
  readonly #variables: PolicyVariables;
  readonly #evaluate: EvaluateVariable;
  readonly #known = new Map<string, CelValue | CelFailure>();
  /** Of evaluations that have been suspended. */
  readonly #progress = new Map<string, EvaluationProgress>();

  constructor(variables: PolicyVariables, evaluate: EvaluateVariable) {
    super();
    this.#variables = variables;
    this.#evaluate = evaluate;
  }

  get type(): ObjectType {
    return this.#variables.type;
  }

  field(name: string): CelValue | undefined {
    const expression = this.#variables.get(name);
    if (!expression) return undefined;
    let value = this.#known.get(name);
    if (value === undefined) {
      value = this.#compute(name, expression);
      this.#known.set(name, value);
    }
    if (value instanceof CelFailure) throw value;
    return value;
  }

  /** An evaluation error without a cause is a failure of the expression. Causes are internal errors, and rethrown. */
  #compute(name: string, expression: Compiled): CelValue | CelFailure {
    if (!expression.program) {
      return new CelFailure(`composited variable "${name}" fails to compile: ${expression.fault}`);
    }
    const progress = this.#progress.get(name) ?? new EvaluationProgress();
    this.#progress.set(name, progress);
    try {
      return this.#evaluate(expression, progress);
    } catch (error) {
      if (!(error instanceof CelEvaluationError)) throw error;
      if (error.cause !== undefined) throw error.cause;
      return new CelFailure(`composited variable "${name}" fails to evaluate: ${error.message}`);
    }
  }
}
