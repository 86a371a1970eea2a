// Follows vendor/github.com/google/cel-go/common/types/err.go (v1.36)

/**
 * Thrown by an operation that has no result (a division by zero, a missing key). `&&`, `||` and the quantifiers absorb
 * it as CEL specifies, so it is thrown often and must be cheap: it is not an `Error` and captures no stack. If it is
 * not absorbed, it becomes a `CelEvaluationError`.
 */
export class CelFailure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Thrown when the evaluation exceeds its budget. Never absorbed. */
export class CelBudgetExceeded extends CelFailure {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** A string that cannot be converted to the type. */
export function conversionFailure(type: string): CelFailure {
  return new CelFailure(`type conversion error from 'string' to '${type}'`);
}

export function noSuchOverload(): CelFailure {
  return new CelFailure('no such overload');
}

/** Rethrows what logical operators must not absorb: an exceeded budget, and internal errors. */
export function absorbable(thrown: unknown): CelFailure {
  if (thrown instanceof CelFailure && !(thrown instanceof CelBudgetExceeded)) return thrown;
  throw thrown;
}

/** The evaluation of an expression failed. */
export class CelEvaluationError extends Error {
  override readonly name = 'CelEvaluationError';
  /** Whether the evaluation exceeded its cost limit. */
  readonly costLimitExceeded: boolean;

  constructor(message: string, options: { costLimitExceeded?: boolean; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.costLimitExceeded = options.costLimitExceeded ?? false;
  }
}

/** Converts anything thrown during evaluation to the error that callers get. */
export function evaluationError(thrown: unknown): CelEvaluationError {
  if (thrown instanceof CelFailure) {
    return new CelEvaluationError(thrown.message, { costLimitExceeded: thrown instanceof CelBudgetExceeded });
  }
  // A value did not have its declared type, or is nested too deeply for the stack.
  return new CelEvaluationError(`internal error: ${thrown instanceof Error ? thrown.message : thrown}`, {
    cause: thrown,
  });
}
