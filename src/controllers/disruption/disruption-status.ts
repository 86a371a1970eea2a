// Follows pkg/controller/disruption/disruption.go (v1.36)
// Follows staging/src/k8s.io/component-helpers/apps/poddisruptionbudget/helpers.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import type { Condition } from '../../api/meta/v1.js';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../api/policy/v1.js';
import { formatTime, parseTime } from '../../apimachinery/meta/index.js';
import { scaledValue } from '../../apimachinery/validation/index.js';
import { isPodReady } from '../workload/pod-state.js';

/** An eviction that was allowed, but did not happen within this time, does not count any more. */
const evictionMilliseconds = 120_000;

interface Expected {
  readonly expected: number;
  readonly desired: number;
}

/** How many pods there should be, and how many of them healthy. `scale`: what their controllers want together. */
export function expectedPods({ spec }: PodDisruptionBudget, pods: readonly Pod[], scale: () => number): Expected {
  const { maxUnavailable, minAvailable } = spec;
  if (maxUnavailable !== undefined) {
    const expected = scale();
    const most = scaledValue(maxUnavailable, { total: expected, round: 'up' });
    return { expected, desired: Math.max(0, expected - most) };
  }
  if (typeof minAvailable === 'number') return { expected: pods.length, desired: minAvailable };
  if (minAvailable === undefined) return { expected: 0, desired: 0 };
  const expected = scale();
  return { expected, desired: scaledValue(minAvailable, { total: expected, round: 'up' }) };
}

/** Evictions that are allowed, but have not happened yet. */
export function pendingEvictions({ status }: PodDisruptionBudget, pods: readonly Pod[], now: number) {
  const disruptedPods: { [name: string]: string } = {};
  const overdue: Pod[] = [];
  let nextCheck: number | undefined;
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const since = status.disruptedPods?.[name];
    if (since === undefined || since === null || deletionTimestamp) continue;
    const end = (parseTime(since) ?? 0) + evictionMilliseconds;
    if (end < now) overdue.push(pod);
    else {
      disruptedPods[name] = since;
      nextCheck = Math.min(nextCheck ?? Number.POSITIVE_INFINITY, end - now);
    }
  }
  return { disruptedPods, overdue, nextCheck };
}

/** The status of a budget with these pods. */
export function disruptionStatus(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  { expected, desired, disruptedPods, now }: Expected & { disruptedPods: { [name: string]: string }; now: number },
): PodDisruptionBudgetStatus {
  const healthy = pods.filter(
    (pod) => !pod.metadata.deletionTimestamp && !(pod.metadata.name! in disruptedPods) && isPodReady(pod),
  ).length;
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const condition =
    allowed > 0
      ? ({ status: 'True', reason: 'SufficientPods' } as const)
      : ({ status: 'False', reason: 'InsufficientPods' } as const);
  return {
    observedGeneration: budget.metadata.generation ?? 0,
    ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions: withCondition(budget, { ...condition, message: '' }, now),
  };
}

/** When the number of pods cannot be known, none may be evicted. */
export function failedStatus(budget: PodDisruptionBudget, message: string, now: number): PodDisruptionBudgetStatus {
  const conditions = withCondition(budget, { status: 'False', reason: 'SyncFailed', message }, now);
  return { ...budget.status, disruptionsAllowed: 0, observedGeneration: budget.metadata.generation ?? 0, conditions };
}

function withCondition(
  { metadata, status }: PodDisruptionBudget,
  about: { status: 'True' | 'False'; reason: string; message: string },
  now: number,
): Condition[] {
  const { conditions = [] } = status;
  const current = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const changed: Condition = {
    type: 'DisruptionAllowed',
    ...about,
    observedGeneration: metadata.generation ?? 0,
    lastTransitionTime:
      current?.status === about.status ? (current.lastTransitionTime ?? formatTime(now)) : formatTime(now),
  };
  return [...conditions.filter(({ type }) => type !== 'DisruptionAllowed'), changed];
}
