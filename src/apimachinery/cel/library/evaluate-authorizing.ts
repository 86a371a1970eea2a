import { CelEvaluationError } from '../failure.js';
import type { Activation, CompiledExpression, EvaluateOptions } from '../program.js';
import type { CelValue } from '../values.js';
import { PendingAuthorization } from './authorization-checks.js';

/**
 * Evaluates an expression with an asynchronous authorizer: whenever a decision is pending, waits for it and evaluates
 * again. Only the last evaluation is charged. The cost of a check bounds the number of rounds. Throws
 * `CelEvaluationError`.
 */
export async function evaluateAuthorizing(
  expression: CompiledExpression,
  activation: Activation,
  options: EvaluateOptions = {},
): Promise<CelValue> {
  const units = options.budget?.remaining;
  for (;;) {
    try {
      return expression.evaluate(activation, options);
    } catch (thrown) {
      const pending = thrown instanceof CelEvaluationError ? thrown.cause : undefined;
      if (!(pending instanceof PendingAuthorization)) throw thrown;
      if (options.budget && units !== undefined) options.budget.remaining = units;
      await pending.decided;
    }
  }
}
