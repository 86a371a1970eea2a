// Follows pkg/controller/statefulset/stateful_set_control.go (v1.36)
import type { ControllerRevision, StatefulSet, StatefulSetStatus } from '../../api/apps/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { isPodAvailable, isPodReady } from '../workload/pod-state.js';
import { revisionLabel } from './identity.js';

export interface Revisions {
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

export function isCreated({ status }: Pod): boolean {
  return Boolean(status.phase);
}

export function isUnavailable(pod: Pod, { spec }: StatefulSet, now: number): boolean {
  const { minReadySeconds = 0 } = spec;
  return pod.metadata.deletionTimestamp !== undefined || !isPodAvailable(pod, { minReadySeconds, now });
}

export function isRunningAndReady(pod: Pod): boolean {
  return pod.status.phase === 'Running' && isPodReady(pod);
}

/** The status of a set with these pods. */
export function statefulStatus(
  set: StatefulSet,
  pods: readonly Pod[],
  { current, update, collisionCount, now }: Revisions & { readonly now: number },
): StatefulSetStatus {
  const { minReadySeconds = 0, replicas: wanted = 1 } = set.spec;
  const created = pods.filter(isCreated);
  const ready = pods.filter(isRunningAndReady);
  const staying = created.filter(({ metadata }) => !metadata.deletionTimestamp);
  const ofRevision = ({ metadata }: ControllerRevision): number =>
    staying.filter((pod) => pod.metadata.labels?.[revisionLabel] === metadata.name).length;
  const status: StatefulSetStatus = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: created.length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isPodAvailable(pod, { minReadySeconds, now })).length,
    currentReplicas: ofRevision(current),
    updatedReplicas: ofRevision(update),
    currentRevision: current.metadata.name ?? '',
    updateRevision: update.metadata.name ?? '',
    collisionCount,
    ...(set.status.conditions && { conditions: set.status.conditions }),
  };
  return withoutZeros(set.spec.updateStrategy.type === 'RollingUpdate' ? completed(status, wanted) : status);
}

/** When all pods are updated, the update is the current revision. */
function completed(status: StatefulSetStatus, wanted: number): StatefulSetStatus {
  const { updatedReplicas = 0, readyReplicas = 0, replicas, updateRevision = '' } = status;
  if (updatedReplicas !== wanted || readyReplicas !== wanted || replicas !== wanted) return status;
  return { ...status, currentReplicas: updatedReplicas, currentRevision: updateRevision };
}

function withoutZeros({
  readyReplicas,
  currentReplicas,
  updatedReplicas,
  ...rest
}: StatefulSetStatus): StatefulSetStatus {
  return {
    ...rest,
    ...(readyReplicas && { readyReplicas }),
    ...(currentReplicas && { currentReplicas }),
    ...(updatedReplicas && { updatedReplicas }),
  };
}
