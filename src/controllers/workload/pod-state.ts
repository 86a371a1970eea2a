// Follows pkg/api/v1/pod/util.go (v1.36)
// Follows pkg/controller/controller_utils.go (v1.36)
import type { Pod, PodCondition } from '../../api/core/v1.js';
import { findCondition, formatTime, parseTime } from '../../apimachinery/meta/index.js';

export function podCondition({ status }: Pod, type: string): PodCondition | undefined {
  return findCondition(status?.conditions, type);
}

/** A strategic merge patch of the status that sets one condition; new ones come last. */
export function conditionPatch({ status }: Pod, condition: PodCondition): object {
  const types = (status?.conditions ?? []).map(({ type }) => type);
  if (!types.includes(condition.type)) types.push(condition.type);
  return { '$setElementOrder/conditions': types.map((type) => ({ type })), conditions: [condition] };
}

/** Says why a pod is about to be deleted. */
export function disruptionTarget(
  { metadata }: Pod,
  { reason, message, now }: { readonly reason: string; readonly message: string; readonly now: number },
): PodCondition {
  return {
    type: 'DisruptionTarget',
    ...(metadata.generation && { observedGeneration: metadata.generation }),
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: formatTime(now),
    reason,
    message,
  };
}

export function isPodReady(pod: Pod): boolean {
  return podCondition(pod, 'Ready')?.status === 'True';
}

/** Whether the pod has been ready for at least so long. */
export function isPodAvailable(pod: Pod, { minReadySeconds, now }: { minReadySeconds: number; now: number }): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = readySince(pod);
  return since !== undefined && since + minReadySeconds * 1000 <= now;
}

/** In milliseconds; undefined if it is not ready. */
export function readySince(pod: Pod): number | undefined {
  const condition = podCondition(pod, 'Ready');
  return condition?.status === 'True' ? parseTime(condition.lastTransitionTime ?? '') : undefined;
}

/** How long until a pod of those becomes available, in milliseconds. Undefined: none is about to. */
export function nextAvailability(
  pods: readonly Pod[],
  { minReadySeconds, now }: { minReadySeconds: number; now: number },
): number | undefined {
  if (minReadySeconds <= 0) return undefined;
  const delays = pods.flatMap((pod) => {
    const since = readySince(pod);
    const delay = since === undefined ? 0 : since + minReadySeconds * 1000 - now;
    return delay > 0 ? [delay] : [];
  });
  return delays.length === 0 ? undefined : Math.min(...delays);
}

/** Whether all containers have ended, for good. */
export function isPodTerminal({ status }: Pod): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded';
}

export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && !pod.metadata.deletionTimestamp;
}

export function isPodTerminating(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
}
