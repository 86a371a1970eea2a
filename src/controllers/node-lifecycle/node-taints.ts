// Follows pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36)
import type { Node, NodeCondition, Taint } from '../../api/core/v1.js';
import { findCondition, formatTime } from '../../apimachinery/meta/index.js';

const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';
const unschedulable = 'node.kubernetes.io/unschedulable';

/** Taints by the status of a condition. */
const byCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: notReady, Unknown: unreachable },
  MemoryPressure: { True: 'node.kubernetes.io/memory-pressure' },
  DiskPressure: { True: 'node.kubernetes.io/disk-pressure' },
  NetworkUnavailable: { True: 'node.kubernetes.io/network-unavailable' },
  PIDPressure: { True: 'node.kubernetes.io/pid-pressure' },
};
const managed = new Set([unschedulable, ...Object.values(byCondition).flatMap((taints) => Object.values(taints))]);

export function conditionOf({ status }: Node, type: string): NodeCondition | undefined {
  return findCondition(status.conditions, type);
}

/** The taints of a node by its conditions; undefined if it has them. */
export function wantedTaints(node: Node, now: number): Taint[] | undefined {
  const current = node.spec.taints ?? [];
  const keys = (node.status.conditions ?? []).flatMap(({ type, status }) => byCondition[type]?.[status] ?? []);
  if (node.spec.unschedulable) keys.push(unschedulable);
  const ready = conditionOf(node, 'Ready')?.status;
  const evicting = ready === 'False' ? notReady : ready === 'Unknown' ? unreachable : undefined;
  const isManaged = ({ key, effect }: Taint): boolean =>
    (effect === 'NoSchedule' && managed.has(key)) || (effect === 'NoExecute' && [notReady, unreachable].includes(key));
  const find = (key: string, effect: string): Taint | undefined =>
    current.find((taint) => taint.key === key && taint.effect === effect);
  const timeAdded = formatTime(now);
  const wanted = [
    ...keys.map((key) => find(key, 'NoSchedule') ?? { key, effect: 'NoSchedule', timeAdded }),
    ...(evicting ? [find(evicting, 'NoExecute') ?? { key: evicting, effect: 'NoExecute', timeAdded }] : []),
  ];
  const managedNow = current.filter(isManaged);
  const isSame = managedNow.length === wanted.length && wanted.every((taint) => managedNow.includes(taint));
  return isSame ? undefined : [...current.filter((taint) => !isManaged(taint)), ...wanted];
}

/** Conditions that a kubelet reports; those of a kubelet that is silent are unknown. */
const reported = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

export function unknownConditions(node: Node, now: number): NodeCondition[] {
  const time = formatTime(now);
  const { conditions = [] } = node.status;
  const others = conditions.filter(({ type }) => !reported.includes(type));
  const silent = reported.map((type): NodeCondition => {
    const found = conditions.find((condition) => condition.type === type);
    if (!found) {
      return {
        type,
        status: 'Unknown',
        lastHeartbeatTime: node.metadata.creationTimestamp ?? time,
        lastTransitionTime: time,
        reason: 'NodeStatusNeverUpdated',
        message: 'Kubelet never posted node status.',
      };
    }
    if (found.status === 'Unknown') return found;
    return {
      ...found,
      status: 'Unknown',
      lastTransitionTime: time,
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
    };
  });
  return [...others, ...silent];
}
