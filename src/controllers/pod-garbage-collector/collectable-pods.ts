// Follows pkg/controller/podgc/gc_controller.go (v1.36)
import type { Node, Pod } from '../../api/core/v1.js';
import { compareBytes } from '../../apimachinery/meta/index.js';

/** A pod to delete at once, and what its condition says about it. */
export interface CollectablePod {
  readonly pod: Pod;
  readonly condition?: { readonly reason: string; readonly message: string };
}

interface Cluster {
  readonly pods: readonly Pod[];
  /** Returns undefined if there is no such node. */
  readonly node: (name: string) => Node | undefined;
  /** Whether it has been verified that the node does not exist. */
  readonly isNodeGone: (name: string) => boolean;
  /** The number of terminated pods that are kept. */
  readonly terminatedPods: number;
}

const outOfService = 'node.kubernetes.io/out-of-service';
const orphaned = {
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
};

/** Decides which pods no kubelet will ever remove. A pod is returned once. */
export function collectablePods({ pods, node, isNodeGone, terminatedPods }: Cluster): readonly CollectablePod[] {
  const found = new Map<Pod, CollectablePod>();
  const terminated = pods.filter(isTerminated);
  if (terminated.length > terminatedPods) {
    const oldest = terminated.sort(byEvictionAndAge).slice(0, terminated.length - terminatedPods);
    for (const pod of oldest) found.set(pod, { pod });
  }
  for (const pod of pods) {
    const nodeName = pod.spec.nodeName ?? '';
    const isBeingDeleted = Boolean(pod.metadata.deletionTimestamp);
    if (found.has(pod)) continue;
    if (nodeName !== '' && isNodeGone(nodeName)) found.set(pod, { pod, condition: orphaned });
    else if (isBeingDeleted && (nodeName === '' || isShutDown(node(nodeName)))) found.set(pod, { pod });
  }
  return [...found.values()];
}

/** Whether the pod may have to be collected: now, or once its node has been gone for a while. */
export function isCandidate(pod: Pod, node: (name: string) => Node | undefined): boolean {
  const { nodeName = '' } = pod.spec;
  if (nodeName === '') return Boolean(pod.metadata.deletionTimestamp);
  const found = node(nodeName);
  return !found || (Boolean(pod.metadata.deletionTimestamp) && isShutDown(found));
}

export function isTerminated({ status }: Pod): boolean {
  const { phase = '' } = status ?? {};
  return phase !== 'Pending' && phase !== 'Running' && phase !== 'Unknown';
}

/** Whether an administrator has declared that a node which is not ready will not come back. */
function isShutDown(node: Node | undefined): boolean {
  const isReady = node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  return Boolean(node && !isReady && node.spec?.taints?.some(({ key }) => key === outOfService));
}

/** Evicted pods first, so that those which controllers still count are kept longer. */
function byEvictionAndAge(one: Pod, other: Pod): number {
  const [evicted, otherEvicted] = [isEvicted(one), isEvicted(other)];
  if (evicted !== otherEvicted) return evicted ? -1 : 1;
  const age = Date.parse(one.metadata.creationTimestamp ?? '') - Date.parse(other.metadata.creationTimestamp ?? '');
  return age || compareBytes(one.metadata.name ?? '', other.metadata.name ?? '');
}

function isEvicted({ status }: Pod): boolean {
  return status?.phase === 'Failed' && status.reason === 'Evicted';
}
