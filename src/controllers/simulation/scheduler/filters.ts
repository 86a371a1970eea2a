// Follows pkg/scheduler/framework/plugins/noderesources/fit.go (v1.36)
// Follows pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go (v1.36)
// Follows pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go (v1.36)
// Follows pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go (v1.36)
// Follows pkg/scheduler/framework/plugins/nodename/node_name.go (v1.36)
// Follows pkg/scheduler/framework/plugins/nodeports/node_ports.go (v1.36)
import type { Node, Pod } from '../../../api/core/v1.js';
import { isTolerated, matchesNodeAffinity, untoleratedTaint } from '../../workload/node-matching.js';
import type { NodeInfo, PodInfo } from './node-info.js';
import { type AffinityContext, affinityFilter } from './pod-affinity.js';
import { spreadFilter } from './topology-spread.js';

/** Why a pod does not fit on a node. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** Whether it would not even fit if the node's pods were gone. */
  readonly isUnresolvable: boolean;
}

export type Filter = (node: NodeInfo) => Refusal | undefined;

const unschedulableTaint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

type NodeTest = (node: Node, info: PodInfo) => string | undefined;

/** In call order; the first refusal counts. */
const nodeTests: readonly NodeTest[] = [
  ({ spec }, { pod }) =>
    spec.unschedulable && !isTolerated(unschedulableTaint, pod) ? 'node(s) were unschedulable' : undefined,
  ({ metadata }, { pod }) =>
    pod.spec.nodeName && pod.spec.nodeName !== metadata.name
      ? "node(s) didn't match the requested node name"
      : undefined,
  (node, { pod }) => (untoleratedTaint(node, pod) ? 'node(s) had untolerated taint(s)' : undefined),
  (node, { pod }) => (matchesNodeAffinity(node, pod) ? undefined : "node(s) didn't match Pod's node affinity/selector"),
];

/** Why something else than pods keeps the pod off a node: volumes, or devices. */
export type NodeRefusal = (node: Node) => string | undefined;

export interface FilterContext extends AffinityContext {
  readonly refusals?: readonly NodeRefusal[];
}

/** All that decides on which nodes a pod fits, given the pods that are there now. */
export function filterFor(info: PodInfo, { refusals = [], ...context }: FilterContext): Filter {
  const affinity = affinityFilter(info, context);
  const spread = spreadFilter(info, context.nodes);
  const named = namedNodes(info.pod);
  return (candidate) => {
    const { node } = candidate;
    if (!node) return { reasons: ['node(s) had unknown conditions'], isUnresolvable: true };
    if (named?.has(node.metadata.name ?? '') === false) return unnamed;
    for (const test of nodeTests) {
      const reason = test(node, info);
      if (reason !== undefined) return { reasons: [reason], isUnresolvable: true };
    }
    if (candidate.hasPortConflict(info.hostPorts))
      return { reasons: ["node(s) didn't have free ports for the requested pod ports"], isUnresolvable: false };
    const unfit = resourceRefusal(info, candidate);
    if (unfit) return unfit;
    for (const refuse of refusals) {
      const reason = refuse(node);
      if (reason !== undefined) return { reasons: [reason], isUnresolvable: true };
    }
    const unspread = spread?.(node);
    if (unspread) return { reasons: [unspread.reason], isUnresolvable: unspread.isUnresolvable };
    const unwanted = affinity?.(node);
    return unwanted === undefined
      ? undefined
      : { reasons: [unwanted], isUnresolvable: unwanted === "node(s) didn't match pod affinity rules" };
  };
}

const unnamed: Refusal = { reasons: ["node(s) didn't satisfy plugin(s) [NodeAffinity]"], isUnresolvable: true };

/** The nodes that the pod's affinity names, as that of pods of daemon sets does; undefined if it may match others. */
function namedNodes({ spec }: Pod): ReadonlySet<string> | undefined {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  if (terms.length === 0) return undefined;
  const named = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const [first, ...others] = matchFields.flatMap(({ key, operator, values = [] }) =>
      key === 'metadata.name' && operator === 'In' ? [values] : [],
    );
    if (!first) return undefined;
    for (const name of first) if (others.every((values) => values.includes(name))) named.add(name);
  }
  return named;
}

function resourceRefusal({ requests }: PodInfo, { pods, requested, allocatable }: NodeInfo): Refusal | undefined {
  const reasons: string[] = [];
  let isUnresolvable = false;
  if (pods.size + 1 > (allocatable.get('pods') ?? 0)) reasons.push('Too many pods');
  for (const [resource, amount] of requests) {
    if (amount === 0) continue;
    const total = allocatable.get(resource) ?? 0;
    if (amount <= total - (requested.get(resource) ?? 0)) continue;
    reasons.push(`Insufficient ${resource}`);
    if (amount > total) isUnresolvable = true;
  }
  return reasons.length === 0 ? undefined : { reasons, isUnresolvable };
}
