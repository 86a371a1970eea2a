import type { JsonValue } from '../meta/index.js';
import { renewBudget, restoreBudget } from './budget.js';
import { type Compilation, compile } from './compile/compiler.js';
import { Frame } from './compile/frame.js';
import type { CostEstimate } from './cost/estimates.js';
import { estimateCost } from './cost/estimator.js';
import { type Counts, forgetCounts, restoreCounts, takeCounts } from './counts.js';
import { evaluationError } from './failure.js';
import { PER_CALL_COST_LIMIT } from './limits.js';
import type { DeclaredType } from './schema/declared-type.js';
import { Suspension } from './suspension.js';
import type { Expr } from './syntax/ast.js';
import type { CelType } from './types.js';
import type { CelValue } from './values.js';

/** The values of variables by name. Values of schema types are decoded JSON. */
export type Activation = Readonly<Record<string, CelValue | undefined>>;

/** A cost budget that several evaluations share. */
export class CostBudget {
  remaining: number;

  constructor(units: number) {
    this.remaining = units;
  }
}

/** Options of an evaluation. */
export interface EvaluateOptions {
  /** Maximum cost of this evaluation. Unset: Kubernetes' per-call limit. */
  readonly costLimit?: number;
  /** Charged for the evaluation, which is limited to the remaining budget. */
  readonly budget?: CostBudget;
  /**
   * Lets the evaluation throw a `Suspension` if it takes long: it is continued by another call with the same progress.
   */
  readonly progress?: EvaluationProgress;
}

/** What has been done of an evaluation that was suspended. */
export class EvaluationProgress {
  /** Unset: nothing. */
  suspended: { readonly frame: Frame; readonly counts: Counts } | undefined;
}

/** A compiled expression, which can be evaluated any number of times and keeps no state between evaluations. */
export class CompiledExpression {
  readonly source: string;
  readonly type: CelType;
  readonly #expression: Expr;
  readonly #compilation: Compilation;
  readonly #declared: ReadonlyMap<string, DeclaredType>;
  readonly #inputs: readonly {
    readonly name: string;
    readonly slot: number;
    readonly declared: DeclaredType | undefined;
  }[];
  #cost: CostEstimate | undefined;

  constructor(source: string, expression: Expr, declared: ReadonlyMap<string, DeclaredType>) {
    this.source = source;
    this.#declared = declared;
    this.type = expression.type!;
    this.#expression = expression;
    this.#compilation = compile(expression);
    this.#inputs = this.#compilation.variables.map(({ name, slot }) => ({ name, slot, declared: declared.get(name) }));
  }

  /** The names of the variables that the expression uses. */
  get variables(): readonly string[] {
    return this.#compilation.variables.map(({ name }) => name);
  }

  /** Why every evaluation would fail: a literal cannot be converted. Upstream rejects such an expression. */
  get fault(): string | undefined {
    return this.#compilation.fault;
  }

  /** The type-checked AST, for tools. */
  get expression(): Expr {
    return this.#expression;
  }

  /** Returns the minimum and maximum cost of an evaluation, estimated from the schemas of its variables. */
  estimateCost(): CostEstimate {
    this.#cost ??= estimateCost(this.#expression, this.#declared);
    return this.#cost;
  }

  /** Throws `CelEvaluationError`. */
  evaluate(activation: Activation, options: EvaluateOptions = NO_OPTIONS): CelValue {
    const { budget, progress } = options;
    const frame = progress?.suspended?.frame ?? this.#newFrame(options);
    const stepsBefore = renewBudget();
    let isSuspended = false;
    try {
      if (progress?.suspended) restoreCounts(progress.suspended.counts);
      else this.#fill(frame.slots, activation);
      const value = this.#compilation.code(frame);
      frame.charge(0);
      return value;
    } catch (thrown) {
      if (!(thrown instanceof Suspension)) throw evaluationError(thrown);
      isSuspended = true;
      throw thrown;
    } finally {
      restoreBudget(stepsBefore);
      if (progress && isSuspended) {
        frame.rewind();
        progress.suspended = { frame, counts: takeCounts() };
      } else {
        forgetCounts();
        if (budget) budget.remaining -= Math.min(frame.cost, budget.remaining);
      }
    }
  }

  #newFrame({ budget, progress, costLimit = PER_CALL_COST_LIMIT }: EvaluateOptions): Frame {
    const limit = budget ? Math.min(costLimit, budget.remaining) : costLimit;
    const slots = new Array<CelValue | undefined>(this.#compilation.slotCount);
    return new Frame(slots, { limit, maySuspend: progress !== undefined });
  }

  #fill(slots: (CelValue | undefined)[], activation: Activation): void {
    for (const { name, slot, declared } of this.#inputs) {
      const value = activation[name];
      slots[slot] = declared ? declaredValue(declared, value) : value;
    }
  }
}

const NO_OPTIONS: EvaluateOptions = {};

function declaredValue({ adapt, absent }: DeclaredType, value: CelValue | undefined): CelValue | undefined {
  if (value === undefined) return absent;
  return adapt ? adapt(value as JsonValue) : value;
}
