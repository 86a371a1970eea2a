// Follows pkg/api/v1/pod/util.go (v1.36)
// Follows pkg/apis/core/v1/conversion.go (v1.36)

import type { PodCondition, PodStatus } from '../../../../api/core/v1.js';
import { formatTime } from '../../../../apimachinery/meta/index.js';

/** Terminal phases. */
export function isFinished({ phase }: PodStatus): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Returns the status with a condition set; its transition time changes only if its status does. */
export function withPodCondition(
  status: PodStatus,
  condition: Omit<PodCondition, 'lastProbeTime' | 'lastTransitionTime'>,
  now: number,
): PodStatus {
  const conditions = [...(status.conditions ?? [])];
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[index];
  const since = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const next = { ...condition, lastProbeTime: null, lastTransitionTime: since ?? formatTime(now) };
  if (index < 0) conditions.push(next);
  else conditions[index] = next;
  return { ...status, conditions };
}

/** `podIP` equals the first of `podIPs`, whichever the client sets. */
export function alignAddresses(status: PodStatus): void {
  const { podIP, podIPs } = status;
  if (podIP && podIP !== podIPs?.[0]?.ip) status.podIPs = [{ ip: podIP }];
  else if (podIPs?.[0]) status.podIP = podIPs[0].ip;
}
