// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36)

import {
  type Activation,
  CelEvaluationError,
  type CelValue,
  type CompiledExpression,
  EvaluationProgress,
  Suspension,
} from '../cel/index.js';
import type { JsonValue } from '../meta/index.js';
import type { RuleContext } from '../schema/index.js';
import { type FieldError, type FieldPath, fieldErrorMessage } from '../validation/index.js';

const nothing: readonly FieldError[] = [];

export interface RuleRunOptions {
  /** Type of the value in the schema. */
  readonly type: string;
  readonly context: RuleContext;
  /** Whether any of the rules uses oldSelf. */
  readonly usesOldSelf: boolean;
}

/** Result of an evaluation. */
export type Outcome = { readonly value: CelValue; readonly failure?: undefined } | Failure;

/** An evaluation error, or the cost limit of a single call or of all rules was exceeded. */
export interface Failure {
  readonly failure: 'itself' | 'call limit' | 'budget';
  readonly message: string;
}

/** Evaluates the rules of a schema on one value: variables, cost budget and errors. */
export class RuleRun {
  readonly value: JsonValue;
  readonly context: RuleContext;
  readonly #type: string;
  readonly #activation: Activation;
  #errors: FieldError[] | undefined;
  /** The rule that is evaluated, or the first one that is not. */
  nextRule = 0;
  /** Progress and outcomes of the expressions of the current rule, once one of them was suspended. */
  #progress: Map<CompiledExpression, EvaluationProgress | Outcome> | undefined;

  constructor(value: JsonValue, { type, context, usesOldSelf }: RuleRunOptions) {
    this.value = value;
    this.context = context;
    this.#type = type;
    // A message may use oldSelf where no rule does. Upstream does not set it then, so the message fails.
    this.#activation = { self: value, oldSelf: usesOldSelf ? context.old : undefined };
  }

  get errors(): readonly FieldError[] {
    return this.#errors ?? nothing;
  }

  /** Whether evaluation has stopped, for this value and all others. */
  get isOver(): boolean {
    return this.context.budget.remaining < 0;
  }

  stop(): void {
    this.context.budget.remaining = -1;
  }

  runOutOfBudget(): void {
    this.add(
      this.fault('validation failed due to running out of cost budget, no further validation rules will be run'),
    );
    this.stop();
  }

  add(error: FieldError): void {
    this.#errors ??= [];
    this.#errors.push(error);
  }

  /** Ratcheting: an error on an unchanged value becomes a warning. */
  addIfChanged(error: FieldError): void {
    if (this.context.isUnchanged()) this.context.warn(fieldErrorMessage(error));
    else this.add(error);
  }

  /** An error that shows the type instead of the value. */
  fault(detail: string, path: FieldPath = this.context.path): FieldError {
    return path.invalid(this.#type, detail);
  }

  /** Throws a `Suspension` if the context allows it: the same is then called again. */
  evaluate(program: CompiledExpression): Outcome {
    const known = this.#progress?.get(program);
    if (known !== undefined && !(known instanceof EvaluationProgress)) return known;
    const outcome = this.#outcome(program, known ?? new EvaluationProgress());
    this.#progress?.set(program, outcome);
    return outcome;
  }

  endRule(): void {
    this.nextRule++;
    this.#progress = undefined;
  }

  #outcome(program: CompiledExpression, progress: EvaluationProgress): Outcome {
    const { budget, maySuspend } = this.context;
    try {
      return { value: program.evaluate(this.#activation, maySuspend ? { budget, progress } : { budget }) };
    } catch (error) {
      if (error instanceof Suspension) {
        this.#progress ??= new Map();
        this.#progress.set(program, progress);
      }
      if (!(error instanceof CelEvaluationError)) throw error;
      const { message, costLimitExceeded } = error;
      if (!costLimitExceeded) return { failure: 'itself', message };
      return { failure: budget.remaining > 0 ? 'call limit' : 'budget', message };
    }
  }
}
