import { type Activation, type CompiledExpression, type EvaluateOptions, EvaluationProgress } from './program.js';
import { Suspension } from './suspension.js';
import type { CelValue } from './values.js';

/**
 * Evaluates an expression, and yields to the event loop if that takes long or the authorizer is asynchronous. Throws
 * `CelEvaluationError`.
 */
export async function evaluateYielding(
  expression: CompiledExpression,
  activation: Activation,
  options: Omit<EvaluateOptions, 'progress'> = {},
): Promise<CelValue> {
  const progress = new EvaluationProgress();
  for (;;) {
    try {
      return expression.evaluate(activation, { ...options, progress });
    } catch (thrown) {
      if (!(thrown instanceof Suspension)) throw thrown;
      await thrown.wait();
    }
  }
}
