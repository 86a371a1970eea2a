// Follows pkg/registry/core/pod/storage/eviction.go (v1.36)

import type { Condition } from '../../../../api/meta/v1.js';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../../api/policy/v1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { findCondition, formatTime } from '../../../../apimachinery/meta/index.js';
import { forbidden, StatusError, tooManyRequests } from '../../../../apimachinery/status/index.js';
import type { ResourceStore, WriteContext } from '../../../../server/registry/index.js';

const budgets = { group: 'policy', resource: 'poddisruptionbudget' };
const maxDisruptedPods = 2000;
const violation = "Cannot evict pod as it would violate the pod's disruption budget.";

/** Returns why a pod may not be evicted; undefined: it may. */
export function budgetRefusal(budget: PodDisruptionBudget): StatusError | undefined {
  const { name = '', generation = 0 } = budget.metadata;
  const { observedGeneration = 0, disruptionsAllowed, disruptedPods, currentHealthy, desiredHealthy } = budget.status;
  if (observedGeneration < generation) return stillProcessed(budget);
  if (disruptionsAllowed < 0) return forbidden(budgets, name, 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods ?? {}).length > maxDisruptedPods) {
    const reason = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    return forbidden(budgets, name, reason);
  }
  if (disruptionsAllowed > 0) return undefined;
  const why =
    currentHealthy <= desiredHealthy
      ? `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
      : 'does not allow evicting pods currently';
  return refusal(0, `The disruption budget ${name} ${why}`);
}

/** Whether pods that are not ready may be evicted without counting. */
export function allowsUnhealthy({ spec, status: { currentHealthy, desiredHealthy } }: PodDisruptionBudget): boolean {
  const isHealthy = currentHealthy >= desiredHealthy && desiredHealthy > 0;
  return isHealthy || spec.unhealthyPodEvictionPolicy === 'AlwaysAllow';
}

export function stillProcessed({ metadata: { name = '' } }: PodDisruptionBudget): StatusError {
  return refusal(10, `The disruption budget ${name} is still being processed by the server.`);
}

function refusal(retrySeconds: number, message: string): StatusError {
  const { status } = tooManyRequests(violation, retrySeconds);
  const causes = [{ reason: 'DisruptionBudget', message }];
  return new StatusError({ ...status, details: { ...status.details, causes } });
}

/** Records the eviction of a pod in the budget. */
export async function takeDisruption(
  store: ResourceStore,
  { budget, podName, context }: { budget: PodDisruptionBudget; podName: string; context: WriteContext },
): Promise<void> {
  const { namespace = '', name = '' } = budget.metadata;
  await store.update(
    context,
    { namespace, name },
    {
      version: store.resource.storageVersion,
      strategy: {},
      change: async (live) => withDisruption(live as PodDisruptionBudget, podName),
    },
  );
}

function withDisruption(budget: PodDisruptionBudget, podName: string): PodDisruptionBudget {
  const { status } = budget;
  const disruptedPods = { ...status.disruptedPods, [podName]: formatTime(systemClock.now()) };
  const disruptionsAllowed = status.disruptionsAllowed - 1;
  const conditions = disruptionsAllowed === 0 ? { conditions: withoutMore(status) } : {};
  return { ...budget, status: { ...status, disruptedPods, disruptionsAllowed, ...conditions } };
}

/** Returns the conditions for when no further disruption is allowed. */
function withoutMore({ conditions = [], observedGeneration }: PodDisruptionBudgetStatus): Condition[] {
  const type = 'DisruptionAllowed';
  const known = findCondition(conditions, type);
  const condition: Condition = {
    type,
    status: 'False',
    ...(observedGeneration && { observedGeneration }),
    lastTransitionTime: known?.status === 'False' ? known.lastTransitionTime : formatTime(systemClock.now()),
    reason: 'InsufficientPods',
    message: '',
  };
  return known ? conditions.map((each) => (each.type === type ? condition : each)) : [...conditions, condition];
}
