// Follows pkg/controller/daemon/daemon_controller.go (v1.36)
// Follows pkg/controller/daemon/update.go (v1.36)
// Follows pkg/controller/daemon/util/daemonset_util.go (v1.36)
import type { DaemonSet } from '../../api/apps/v1.js';
import type { Affinity, Node, Pod, PodSpec, PodTemplateSpec, Toleration } from '../../api/core/v1.js';
import { parseTime } from '../../apimachinery/meta/index.js';
import { scaledValue } from '../../apimachinery/validation/index.js';
import { isTolerated, matchesNodeAffinity } from '../workload/node-matching.js';
import { isPodAvailable, isPodReady } from '../workload/pod-state.js';

export const revisionLabel = 'controller-revision-hash';
const generationLabel = 'pod-template-generation';
const generationAnnotation = 'deprecated.daemonset.template.generation';

/** Daemons run where other pods do not. */
const tolerated: readonly [key: string, effect: string][] = [
  ['node.kubernetes.io/not-ready', 'NoExecute'],
  ['node.kubernetes.io/unreachable', 'NoExecute'],
  ['node.kubernetes.io/disk-pressure', 'NoSchedule'],
  ['node.kubernetes.io/memory-pressure', 'NoSchedule'],
  ['node.kubernetes.io/pid-pressure', 'NoSchedule'],
  ['node.kubernetes.io/unschedulable', 'NoSchedule'],
];

function withTolerations(spec: PodSpec): PodSpec {
  const network = spec.hostNetwork ? [['node.kubernetes.io/network-unavailable', 'NoSchedule'] as const] : [];
  const added = [...tolerated, ...network].map(([key, effect]): Toleration => ({ key, operator: 'Exists', effect }));
  const isOther = (other: Toleration): boolean =>
    !added.some(
      ({ key, operator, effect }) => key === other.key && operator === other.operator && effect === other.effect,
    );
  return { ...spec, tolerations: [...(spec.tolerations ?? []).filter(isOther), ...added] };
}

/** The template of the pod of one node. */
export function templateFor(set: DaemonSet, nodeName: string, hash: string): PodTemplateSpec {
  const { metadata, spec } = set.spec.template;
  const generation = set.metadata.annotations?.[generationAnnotation];
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, ...(generation && { [generationLabel]: generation }), [revisionLabel]: hash },
    },
    spec: { ...withTolerations(spec), affinity: onlyOn(nodeName, spec.affinity) },
  };
}

function onlyOn(nodeName: string, affinity: Affinity = {}): Affinity {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [nodeName] }];
  return {
    ...affinity,
    nodeAffinity: {
      ...affinity.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}

/** The node that a pod is on, or is meant for. */
export function nodeOf({ spec }: Pod): string {
  if (spec.nodeName) return spec.nodeName;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const { matchFields = [] } of required?.nodeSelectorTerms ?? []) {
    const [name] = matchFields.find(({ key, operator }) => key === 'metadata.name' && operator === 'In')?.values ?? [];
    if (name !== undefined) return name;
  }
  return '';
}

/** Whether a pod should run on a node, and whether one that runs there may stay. */
export function shouldRun(node: Node, set: DaemonSet): { starts: boolean; stays: boolean } {
  const { template } = set.spec;
  const pod = { metadata: template.metadata, spec: withTolerations(template.spec), status: {} } as Pod;
  const isForOther = Boolean(template.spec.nodeName) && template.spec.nodeName !== node.metadata.name;
  if (isForOther || !matchesNodeAffinity(node, pod)) return { starts: false, stays: false };
  const taints = (node.spec.taints ?? []).filter((taint) => !isTolerated(taint, pod));
  return {
    starts: !taints.some(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute'),
    stays: !taints.some(({ effect }) => effect === 'NoExecute'),
  };
}

export interface DaemonPlan {
  /** Names of nodes that need a pod. */
  readonly create: string[];
  readonly delete: Pod[];
}

interface DaemonInput {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly hash: string;
  readonly now: number;
}

function byNode(pods: readonly Pod[]): Map<string, Pod[]> {
  const found = new Map<string, Pod[]>();
  for (const pod of pods) found.set(nodeOf(pod), [...(found.get(nodeOf(pod)) ?? []), pod]);
  return found;
}

/** Pods on a node first, then the oldest. */
function inOrder(a: Pod, b: Pod): number {
  const created = ({ metadata }: Pod): number => parseTime(metadata.creationTimestamp ?? '') ?? 0;
  return (
    Number(Boolean(b.spec.nodeName)) - Number(Boolean(a.spec.nodeName)) ||
    created(a) - created(b) ||
    ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1)
  );
}

function surgeOf({ spec }: DaemonSet, total: number): number {
  const { maxSurge = 0 } = spec.updateStrategy.rollingUpdate ?? {};
  return spec.updateStrategy.type === 'RollingUpdate' ? scaledValue(maxSurge, { total, round: 'up' }) : 0;
}

/** One pod on each node that should have one, and no others. */
export function planDaemons({ set, nodes, pods, hash, now }: DaemonInput): DaemonPlan {
  const plan: DaemonPlan = { create: [], delete: [] };
  const onNodes = byNode(pods);
  const allowsSurge = surgeOf(set, 1) > 0;
  const { minReadySeconds = 0 } = set.spec;
  for (const node of nodes) {
    const name = node.metadata.name ?? '';
    const { starts, stays } = shouldRun(node, set);
    const present = (onNodes.get(name) ?? []).filter(({ metadata }) => !metadata.deletionTimestamp);
    if (!onNodes.has(name)) {
      if (starts) plan.create.push(name);
      continue;
    }
    if (!stays) {
      plan.delete.push(...present);
      continue;
    }
    plan.delete.push(...present.filter(({ status }) => status.phase === 'Failed' || status.phase === 'Succeeded'));
    const running = present.filter((pod) => !plan.delete.includes(pod)).sort(inOrder);
    if (!allowsSurge) {
      plan.delete.push(...running.slice(1));
      continue;
    }
    if (running.length === 0 && starts) plan.create.push(name);
    const isNew = ({ metadata }: Pod): boolean => metadata.labels?.[revisionLabel] === hash;
    const [newPod, ...newer] = running.filter(isNew);
    const [oldPod, ...older] = running.filter((pod) => !isNew(pod));
    plan.delete.push(...newer, ...older);
    if (newPod && oldPod && (!isPodReady(oldPod) || isPodAvailable(newPod, { minReadySeconds, now })))
      plan.delete.push(oldPod);
  }
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  plan.delete.push(...pods.filter((pod) => !pod.spec.nodeName && !names.has(nodeOf(pod))));
  return plan;
}

/** The next step of replacing pods of old templates. */
export function planUpdate({ set, nodes, pods, hash, now }: DaemonInput): DaemonPlan {
  const { minReadySeconds = 0 } = set.spec;
  const isAvailable = (pod: Pod): boolean => isPodAvailable(pod, { minReadySeconds, now });
  const wanted = nodes.filter((node) => shouldRun(node, set).starts).length;
  const { maxUnavailable = 1 } = set.spec.updateStrategy.rollingUpdate ?? {};
  const surge = surgeOf(set, wanted);
  const unavailable = scaledValue(maxUnavailable, { total: wanted, round: 'up' });
  const most = surge === 0 && unavailable === 0 ? 1 : unavailable;
  const onNodes = [...byNode(pods)].map(([name, all]) => {
    const present = all.filter(({ metadata }) => !metadata.deletionTimestamp);
    const news = present.filter(({ metadata }) => metadata.labels?.[revisionLabel] === hash);
    const olds = present.filter((pod) => !news.includes(pod));
    return { name, newPod: news[0], oldPod: olds[0], isClear: news.length <= 1 && olds.length <= 1 };
  });
  return surge === 0 ? replaceInPlace(onNodes, most, isAvailable) : replaceWithSurge(onNodes, surge, isAvailable);
}

interface OnNode {
  readonly name: string;
  readonly newPod: Pod | undefined;
  readonly oldPod: Pod | undefined;
  readonly isClear: boolean;
}

function replaceInPlace(onNodes: readonly OnNode[], most: number, isAvailable: (pod: Pod) => boolean): DaemonPlan {
  let unavailable = 0;
  const [allowed, candidates]: [Pod[], Pod[]] = [[], []];
  for (const { newPod, oldPod, isClear } of onNodes) {
    if (!isClear || Boolean(newPod) === Boolean(oldPod)) unavailable++;
    else if (newPod) unavailable += Number(!isAvailable(newPod));
    else if (oldPod && !isAvailable(oldPod)) {
      allowed.push(oldPod);
      unavailable++;
    } else if (oldPod) candidates.push(oldPod);
  }
  return { create: [], delete: [...allowed, ...candidates.slice(0, Math.max(0, most - unavailable))] };
}

function replaceWithSurge(onNodes: readonly OnNode[], most: number, isAvailable: (pod: Pod) => boolean): DaemonPlan {
  let surge = 0;
  const [allowed, candidates]: [string[], string[]] = [[], []];
  const remove: Pod[] = [];
  for (const { name, newPod, oldPod, isClear } of onNodes) {
    if (!isClear) surge++;
    else if (oldPod && !newPod) (isAvailable(oldPod) ? candidates : allowed).push(name);
    else if (oldPod && newPod) {
      if (isAvailable(newPod)) remove.push(oldPod);
      else surge++;
    }
  }
  return { create: [...allowed, ...candidates.slice(0, Math.max(0, most - surge))], delete: remove };
}

/** The status of a set with these pods. */
export function daemonStatus({
  set,
  nodes,
  pods,
  hash,
  now,
}: DaemonInput): Omit<DaemonSet['status'], 'observedGeneration'> {
  const onNodes = byNode(pods);
  const { minReadySeconds = 0 } = set.spec;
  let [desired, current, misscheduled, ready, updated, available] = [0, 0, 0, 0, 0, 0];
  for (const node of nodes) {
    const [pod] = (onNodes.get(node.metadata.name ?? '') ?? []).sort(inOrder);
    if (!shouldRun(node, set).starts) {
      if (pod) misscheduled++;
      continue;
    }
    desired++;
    if (!pod) continue;
    current++;
    if (isPodReady(pod)) ready++;
    if (isPodAvailable(pod, { minReadySeconds, now })) available++;
    if (pod.metadata.labels?.[revisionLabel] === hash) updated++;
  }
  const { collisionCount, conditions } = set.status;
  return {
    currentNumberScheduled: current,
    numberMisscheduled: misscheduled,
    desiredNumberScheduled: desired,
    numberReady: ready,
    ...(updated > 0 && { updatedNumberScheduled: updated }),
    ...(available > 0 && { numberAvailable: available }),
    ...(desired > available && { numberUnavailable: desired - available }),
    ...(collisionCount !== undefined && { collisionCount }),
    ...(conditions && { conditions }),
  };
}
