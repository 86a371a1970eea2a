// Follows staging/src/k8s.io/apimachinery/pkg/api/meta/conditions.go (v1.36)

/** metav1.Condition: one aspect of an object's state. */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

/** The condition of a type in a list of conditions. */
export function findCondition<Type extends { readonly type?: string }>(
  conditions: readonly Type[] | undefined,
  type: string,
): Type | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of a type has status True. */
export function isConditionTrue<Type extends { readonly type?: string; readonly status?: string }>(
  conditions: readonly Type[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Returns the conditions with this one added, or replacing the one of its type; the same list if nothing changes. */
export function withCondition(conditions: readonly Condition[], changed: Condition): readonly Condition[] {
  const index = conditions.findIndex((condition) => condition.type === changed.type);
  const current = conditions[index];
  if (current === undefined) return [...conditions, changed];
  const isSameStatus = current.status === changed.status;
  const next = isSameStatus ? { ...changed, lastTransitionTime: current.lastTransitionTime } : changed;
  if (isSameStatus && isSameExplanation(current, next)) return conditions;
  return conditions.with(index, next);
}

function isSameExplanation(a: Condition, b: Condition): boolean {
  return a.reason === b.reason && a.message === b.message && a.observedGeneration === b.observedGeneration;
}
