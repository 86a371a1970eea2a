// Follows pkg/scheduler/framework/plugins/podtopologyspread/filtering.go (v1.36)
// Follows pkg/scheduler/framework/plugins/podtopologyspread/scoring.go (v1.36)
import type { Node, Pod, TopologySpreadConstraint } from '../../../api/core/v1.js';
import { labelSelectorFromSpec } from '../../../apimachinery/selectors/index.js';
import { matchesNodeAffinity, untoleratedTaint } from '../../workload/node-matching.js';
import type { NodeInfo, PodInfo } from './node-info.js';

interface Domains {
  readonly constraint: TopologySpreadConstraint;
  /** Matching pods by the value of the topology label. */
  readonly counts: ReadonlyMap<string, number>;
  readonly matchesItself: boolean;
}

function isEligible(node: Node, pod: Pod, constraint: TopologySpreadConstraint): boolean {
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint;
  if (nodeAffinityPolicy === 'Honor' && !matchesNodeAffinity(node, pod)) return false;
  return nodeTaintsPolicy === 'Ignore' || untoleratedTaint(node, pod) === undefined;
}

/** The API server merges keys into selectors when pods are created; those of older pods count all the same. */
function selectorOf({ labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint, { metadata }: Pod) {
  const own = matchLabelKeys.flatMap((key) => {
    const value = metadata.labels?.[key];
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  });
  if (!labelSelector || own.length === 0) return labelSelector;
  return { ...labelSelector, matchExpressions: [...(labelSelector.matchExpressions ?? []), ...own] };
}

function domainsOf(
  { pod }: PodInfo,
  nodes: Iterable<NodeInfo>,
  { whenUnsatisfiable }: { whenUnsatisfiable: string },
): Domains[] {
  const constraints = (pod.spec.topologySpreadConstraints ?? []).filter(
    (constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable,
  );
  const keys = constraints.map(({ topologyKey }) => topologyKey);
  const infos = constraints.length === 0 ? [] : [...nodes];
  return constraints.map((constraint) => {
    const selector = labelSelectorFromSpec(selectorOf(constraint, pod));
    const matches = ({ metadata }: Pod): boolean =>
      metadata.namespace === pod.metadata.namespace && selector.matches(metadata.labels ?? {});
    const counts = new Map<string, number>();
    for (const { node, pods } of infos) {
      const labels = node?.metadata.labels ?? {};
      const value = labels[constraint.topologyKey];
      if (!node || value === undefined || !keys.every((key) => labels[key] !== undefined)) continue;
      if (!isEligible(node, pod, constraint)) continue;
      let count = counts.get(value) ?? 0;
      for (const other of pods.values()) if (!other.pod.metadata.deletionTimestamp && matches(other.pod)) count++;
      counts.set(value, count);
    }
    return { constraint, counts, matchesItself: matches(pod) };
  });
}

/** Returns why the pod's constraints keep it off a node; undefined: it has none. */
export function spreadFilter(
  info: PodInfo,
  nodes: Iterable<NodeInfo>,
): ((node: Node) => { reason: string; isUnresolvable: boolean } | undefined) | undefined {
  const domains = domainsOf(info, nodes, { whenUnsatisfiable: 'DoNotSchedule' });
  if (domains.length === 0) return undefined;
  const mismatch = "node(s) didn't match pod topology spread constraints";
  const least = domains.map(({ constraint, counts }) =>
    counts.size < (constraint.minDomains ?? 1) || counts.size === 0 ? 0 : Math.min(...counts.values()),
  );
  return (node) => {
    for (const [index, { constraint, counts, matchesItself }] of domains.entries()) {
      const value = node.metadata.labels?.[constraint.topologyKey];
      if (value === undefined) return { reason: `${mismatch} (missing required label)`, isUnresolvable: true };
      const skew = (counts.get(value) ?? 0) + Number(matchesItself) - (least[index] ?? 0);
      if (skew > constraint.maxSkew) return { reason: mismatch, isUnresolvable: false };
    }
    return undefined;
  };
}

/** How many matching pods a node's domains have already: fewer are better. Undefined: there is nothing to spread. */
export function spreadCost(info: PodInfo, nodes: Iterable<NodeInfo>): ((node: Node) => number) | undefined {
  const domains = domainsOf(info, nodes, { whenUnsatisfiable: 'ScheduleAnyway' });
  if (domains.length === 0) return undefined;
  return (node) =>
    domains.reduce((cost, { constraint, counts }) => {
      const count = counts.get(node.metadata.labels?.[constraint.topologyKey] ?? '') ?? 0;
      return cost + count * Math.log(counts.size + 2) + constraint.maxSkew - 1;
    }, 0);
}
