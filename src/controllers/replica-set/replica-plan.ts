// Follows pkg/controller/replicaset/replica_set.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import { compareForDeletion } from '../workload/deletion-order.js';
import { isPodActive } from '../workload/pod-state.js';

/** Not more at once, so that one set does not keep the others waiting. */
const burstReplicas = 500;

export interface ReplicaPlan {
  readonly creations: number;
  readonly deletions: readonly Pod[];
}

interface PlanInput {
  readonly replicas: number;
  readonly active: readonly Pod[];
  /** Pods of all sets with the same controller, this one's too. */
  readonly related: () => readonly Pod[];
  readonly now: number;
}

/** What is to be created, and which pods are to be deleted. */
export function planReplicas({ replicas, active, related, now }: PlanInput): ReplicaPlan {
  const missing = replicas - active.length;
  if (missing >= 0) return { creations: Math.min(missing, burstReplicas), deletions: [] };
  const surplus = Math.min(-missing, burstReplicas);
  if (surplus >= active.length) return { creations: 0, deletions: active };
  const onNode = new Map<string, number>();
  for (const pod of related()) {
    const { nodeName = '' } = pod.spec;
    if (isPodActive(pod)) onNode.set(nodeName, (onNode.get(nodeName) ?? 0) + 1);
  }
  const ranked = active.map((pod) => ({ pod, rank: onNode.get(pod.spec.nodeName ?? '') ?? 0, now }));
  return {
    creations: 0,
    deletions: ranked
      .sort(compareForDeletion)
      .slice(0, surplus)
      .map(({ pod }) => pod),
  };
}
