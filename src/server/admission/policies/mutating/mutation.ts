// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go (v1.36)

import { type CelValue, CostBudget, RUNTIME_COST_BUDGET } from '../../../../apimachinery/cel/index.js';
import type { GroupVersionKind, JsonObject } from '../../../../apimachinery/meta/index.js';
import type { ObjectVersions } from '../../../handlers/index.js';
import type { Compiled, Evaluation } from '../../cel/index.js';

/** The object to mutate, in the version that its policy matches. Must not be changed in place. */
export interface Target {
  readonly object: JsonObject;
  readonly kind: GroupVersionKind;
  readonly versions: ObjectVersions;
}

/**
 * One mutation of a policy: returns the resulting object, which conforms to its schema; the same one if nothing
 * changed. Throws an error that is not a `StatusError` if the failurePolicy decides what happens.
 */
export type Mutation = (target: Target, evaluation: Evaluation) => Promise<JsonObject>;

/** Evaluates the expression of a mutation. Throws if it does not compile or fails. */
export async function evaluateMutation(expression: Compiled, evaluation: Evaluation): Promise<CelValue> {
  if (!expression.program) throw new Error(expression.fault);
  const { value, error } = await evaluation.evaluate(expression, new CostBudget(RUNTIME_COST_BUDGET));
  if (error !== undefined) throw new Error(error);
  return value;
}
