/**
 * Thrown by an operation that has no result (a division by zero, a missing key). `&&`, `||` and the quantifiers absorb
 * it as CEL specifies, so it is thrown often and must be cheap: it is no `Error` and captures no stack. What escapes the
 * expression becomes a `CelEvaluationError`.
 */
export class CelFailure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Thrown when the evaluation has used up its budget. Nothing absorbs it. */
export class CelBudgetExceeded extends CelFailure {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** A text is not the value of another type that it should be. */
export function conversionFailure(type: string): CelFailure {
  return new CelFailure(`type conversion error from 'string' to '${type}'`);
}

export function noSuchOverload(): CelFailure {
  return new CelFailure('no such overload');
}

/** Rethrows what the logical operators may not absorb: an exhausted budget, and faults of ours. */
export function absorbable(thrown: unknown): CelFailure {
  if (thrown instanceof CelFailure && !(thrown instanceof CelBudgetExceeded)) return thrown;
  throw thrown;
}

/** An expression failed while it ran. */
export class CelEvaluationError extends Error {
  override readonly name = 'CelEvaluationError';
  /** Whether the expression was stopped because it exceeded its cost limit. */
  readonly costLimitExceeded: boolean;

  constructor(message: string, options: { costLimitExceeded?: boolean; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.costLimitExceeded = options.costLimitExceeded ?? false;
  }
}

/** What was thrown while an expression ran, as the error that callers see. */
export function evaluationError(thrown: unknown): CelEvaluationError {
  if (thrown instanceof CelFailure) {
    return new CelEvaluationError(thrown.message, { costLimitExceeded: thrown instanceof CelBudgetExceeded });
  }
  // A value was not of the type that it was declared with, or is nested more deeply than the stack.
  return new CelEvaluationError(`internal error: ${thrown instanceof Error ? thrown.message : thrown}`, {
    cause: thrown,
  });
}
