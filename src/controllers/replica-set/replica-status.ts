// Follows pkg/controller/replicaset/replica_set_utils.go (v1.36)
import type { ReplicaSetCondition, ReplicaSetStatus } from '../../api/apps/v1.js';
import type { Pod, PodTemplateSpec } from '../../api/core/v1.js';
import { formatTime, jsonEqual } from '../../apimachinery/meta/index.js';
import { isPodAvailable, isPodReady } from '../workload/pod-state.js';
import type { Replicated } from './replicated.js';

export interface Observed {
  readonly template: PodTemplateSpec;
  readonly active: readonly Pod[];
  /** Unset: they are not counted. */
  readonly terminating?: readonly Pod[];
  /** Why replicas could not be created or deleted. */
  readonly failure?: string | undefined;
  readonly now: number;
}

const failureType = 'ReplicaFailure';

/** The status of a set with these pods; undefined if it has that already. */
export function replicaStatus(set: Replicated, observed: Observed): ReplicaSetStatus | undefined {
  const { metadata, spec, status } = set;
  const { template, active, terminating, now } = observed;
  const { minReadySeconds = 0 } = spec;
  const templateLabels = Object.entries(template.metadata.labels ?? {});
  let [labelled, ready, available] = [0, 0, 0];
  for (const pod of active) {
    if (templateLabels.every(([key, value]) => pod.metadata.labels?.[key] === value)) labelled++;
    if (!isPodReady(pod)) continue;
    ready++;
    if (isPodAvailable(pod, { minReadySeconds, now })) available++;
  }
  const conditions = conditionsOf(set, observed);
  const counts = {
    replicas: active.length,
    fullyLabeledReplicas: labelled,
    readyReplicas: ready,
    availableReplicas: available,
    ...(terminating && { terminatingReplicas: terminating.length }),
  };
  const isSame =
    Object.entries(counts).every(([name, count]) => (status[name as keyof typeof counts] ?? 0) === count) &&
    (terminating === undefined) === (status.terminatingReplicas === undefined) &&
    status.observedGeneration === metadata.generation &&
    jsonEqual(conditions, status.conditions ?? []);
  if (isSame) return undefined;
  return { ...counts, observedGeneration: metadata.generation ?? 0, ...(conditions.length > 0 && { conditions }) };
}

function conditionsOf({ spec, status }: Replicated, { active, failure, now }: Observed): ReplicaSetCondition[] {
  const { conditions = [] } = status;
  const hasFailed = conditions.some(({ type }) => type === failureType);
  if (failure === undefined) return conditions.filter(({ type }) => type !== failureType);
  if (hasFailed) return conditions;
  const missing = (spec.replicas ?? 1) - active.length;
  const reason = missing > 0 ? 'FailedCreate' : 'FailedDelete';
  const condition: ReplicaSetCondition = {
    type: failureType,
    status: 'True',
    lastTransitionTime: formatTime(now),
    ...(missing !== 0 && { reason }),
    message: failure,
  };
  return [...conditions, condition];
}
