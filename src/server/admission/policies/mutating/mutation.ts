import { type CelValue, CostBudget, RUNTIME_COST_BUDGET } from '../../../../apimachinery/cel/index.js';
import type { GroupVersionKind, JsonObject } from '../../../../apimachinery/meta/index.js';
import type { ObjectForms } from '../../../handlers/index.js';
import type { Compiled, Evaluation } from '../../cel/index.js';

/** What is to be changed: an object in the version that its policy asks for. Nobody may change it in place. */
export interface Target {
  readonly object: JsonObject;
  readonly kind: GroupVersionKind;
  readonly forms: ObjectForms;
}

/**
 * One step of a policy: gives the object after it, in shape; the same one if nothing changes. Throws an error that is no
 * `StatusError` where the policy's failurePolicy decides what happens.
 */
export type Mutation = (target: Target, evaluation: Evaluation) => Promise<JsonObject>;

/** What a mutation's expression says is to be done. */
export async function evaluateMutation(expression: Compiled, evaluation: Evaluation): Promise<CelValue> {
  if (!expression.program) throw new Error(expression.fault);
  const { value, error } = await evaluation.evaluate(expression, new CostBudget(RUNTIME_COST_BUDGET));
  if (error !== undefined) throw new Error(error);
  return value;
}
