// Follows pkg/controller/disruption/disruption.go (v1.36)
import type { Pod, PodCondition } from '../../api/core/v1.js';
import { formatTime, parseTime } from '../../apimachinery/meta/index.js';
import { podCondition } from '../workload/pod-state.js';

/** A pod that was to be deleted, and still is not after this time, will not be. */
const staleMilliseconds = 120_000;
/** A kubelet may take any time until it deletes the pod. */
const reasonOfKubelets = 'TerminationByKubelet';

/** In how many milliseconds the pod's condition `DisruptionTarget` is stale; undefined if it will not be. */
export function untilDisruptionIsStale(pod: Pod, now: number): number | undefined {
  const { phase } = pod.status;
  const condition = podCondition(pod, 'DisruptionTarget');
  if (pod.metadata.deletionTimestamp || phase === 'Succeeded' || phase === 'Failed') return undefined;
  if (condition?.status !== 'True' || condition.reason === reasonOfKubelets) return undefined;
  return Math.max(0, (parseTime(condition.lastTransitionTime ?? '') ?? 0) + staleMilliseconds - now);
}

/** The conditions of the pod, without the stale disruption. */
export function withoutDisruption({ metadata, status }: Pod, now: number): PodCondition[] {
  const withdrawn: PodCondition = {
    type: 'DisruptionTarget',
    ...(metadata.generation && { observedGeneration: metadata.generation }),
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: formatTime(now),
  };
  return (status.conditions ?? []).map((condition) => (condition.type === withdrawn.type ? withdrawn : condition));
}
