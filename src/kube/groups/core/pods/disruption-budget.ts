import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { forbidden, StatusError, tooManyRequests } from '../../../../apimachinery/status/index.js';
import type { ResourceStore, WriteContext } from '../../../../server/registry/index.js';
import { listIn, objectIn } from '../../../fields.js';

/** The relevant fields of a PodDisruptionBudget. */
export interface Budget {
  readonly name: string;
  readonly namespace: string;
  /** Whether the controller has observed the current generation. */
  readonly isObserved: boolean;
  readonly disruptionsAllowed: number;
  readonly disruptedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  /** Whether pods that are not ready may be evicted without counting. */
  readonly allowsUnhealthy: boolean;
}

const budgets = { group: 'policy', resource: 'poddisruptionbudget' };
const maxDisruptedPods = 2000;
const violation = "Cannot evict pod as it would violate the pod's disruption budget.";

/** Returns why a pod may not be evicted; undefined: it may. */
export function budgetRefusal(budget: Budget): StatusError | undefined {
  const { name, isObserved, disruptionsAllowed, disruptedPods, currentHealthy, desiredHealthy } = budget;
  if (!isObserved) return stillProcessed(budget);
  if (disruptionsAllowed < 0) return forbidden(budgets, name, 'pdb disruptions allowed is negative');
  if (disruptedPods > maxDisruptedPods) {
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

export function stillProcessed({ name }: Budget): StatusError {
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
  { budget, podName, context }: { budget: Budget; podName: string; context: WriteContext },
): Promise<void> {
  const { namespace, name } = budget;
  await store.update(
    context,
    { namespace, name },
    {
      version: store.resource.storageVersion,
      strategy: {},
      change: async (live) => withDisruption(live!, podName),
    },
  );
}

function withDisruption(budget: JsonObject, podName: string): JsonObject {
  const status = objectIn(budget['status']);
  const disruptedPods = { ...objectIn(status['disruptedPods']), [podName]: formatTime(systemClock.now()) };
  const disruptionsAllowed = Number(status['disruptionsAllowed'] ?? 0) - 1;
  const conditions = disruptionsAllowed === 0 ? { conditions: withoutMore(status) } : {};
  return { ...budget, status: { ...status, disruptedPods, disruptionsAllowed, ...conditions } };
}

/** Returns the conditions for when no further disruption is allowed. */
function withoutMore({ conditions, observedGeneration = 0 }: JsonObject): JsonObject[] {
  const type = 'DisruptionAllowed';
  const all = listIn(conditions).map(objectIn);
  const { lastTransitionTime, ...found } = all.find((condition) => condition['type'] === type) ?? {};
  const since = found['status'] === 'False' ? (lastTransitionTime ?? null) : formatTime(systemClock.now());
  const condition: JsonObject = {
    type,
    status: 'False',
    ...(observedGeneration !== 0 && { observedGeneration }),
    lastTransitionTime: since,
    reason: 'InsufficientPods',
    message: '',
  };
  const isThere = all.some((each) => each['type'] === type);
  return isThere ? all.map((each) => (each['type'] === type ? condition : each)) : [...all, condition];
}
