// Follows pkg/scheduler/framework/plugins/interpodaffinity/filtering.go (v1.36)
// Follows pkg/scheduler/framework/plugins/interpodaffinity/scoring.go (v1.36)
import type { Node, Pod, PodAffinityTerm } from '../../../api/core/v1.js';
import { compositeKey } from '../../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../../apimachinery/selectors/index.js';
import type { NodeInfo, PodInfo } from './node-info.js';

/** Labels of namespaces: for terms that select namespaces by them. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>;

type Test = (other: Pod) => boolean;

interface Term {
  readonly topologyKey: string;
  readonly matches: Test;
}

function compiled(term: PodAffinityTerm, owner: Pod, namespaceLabels: NamespaceLabels): Term {
  const selector = labelSelectorFromSpec(term.labelSelector);
  const { namespaces = [], namespaceSelector, topologyKey } = term;
  const own = namespaces.length === 0 && namespaceSelector === undefined ? owner.metadata.namespace : undefined;
  const inNamespaces = namespaceSelector && labelSelectorFromSpec(namespaceSelector);
  const isInNamespace = (namespace: string): boolean =>
    namespace === own || namespaces.includes(namespace) || (inNamespaces?.matches(namespaceLabels(namespace)) ?? false);
  return {
    topologyKey,
    matches: ({ metadata }) => isInNamespace(metadata.namespace ?? '') && selector.matches(metadata.labels ?? {}),
  };
}

/** Numbers by the value of a topology label. */
class Topology {
  readonly #counts = new Map<string, number>();

  add(node: Node, key: string, count: number): void {
    const value = node.metadata.labels?.[key];
    if (value === undefined) return;
    const pair = compositeKey(key, value);
    this.#counts.set(pair, (this.#counts.get(pair) ?? 0) + count);
  }

  at(node: Node, key: string): number {
    return this.#counts.get(compositeKey(key, node.metadata.labels?.[key] ?? '')) ?? 0;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }
}

export interface AffinityContext {
  readonly nodes: Iterable<NodeInfo>;
  readonly namespaceLabels: NamespaceLabels;
  /** Whether a pod with required anti-affinity is on any node. */
  readonly hasAntiAffinity: boolean;
}

/** Returns why the pod's affinity or that of others keeps it off a node; undefined: no pod has any. */
export function affinityFilter(
  { pod }: PodInfo,
  { nodes, namespaceLabels, hasAntiAffinity }: AffinityContext,
): ((node: Node) => string | undefined) | undefined {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const compile = (terms: readonly PodAffinityTerm[] = []): Term[] =>
    terms.map((term) => compiled(term, pod, namespaceLabels));
  const wanted = compile(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
  const unwanted = compile(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
  if (wanted.length === 0 && unwanted.length === 0 && !hasAntiAffinity) return undefined;
  const [attraction, repulsion, existing] = [new Topology(), new Topology(), new Topology()];
  for (const info of nodes) {
    const { node } = info;
    if (!node) continue;
    for (const other of info.pods.values()) {
      if (wanted.length > 0 && wanted.every(({ matches }) => matches(other.pod)))
        for (const { topologyKey } of wanted) attraction.add(node, topologyKey, 1);
      for (const { topologyKey, matches } of unwanted) if (matches(other.pod)) repulsion.add(node, topologyKey, 1);
      for (const term of other.requiredAntiAffinity)
        if (compiled(term, other.pod, namespaceLabels).matches(pod)) existing.add(node, term.topologyKey, 1);
    }
  }
  // The first pod of a group with affinity to itself cannot wait for the others.
  const isFirst = attraction.isEmpty && wanted.every(({ matches }) => matches(pod));
  const labels = Object.keys;
  return (node) => {
    const hasKeys = wanted.every(({ topologyKey }) => node.metadata.labels?.[topologyKey] !== undefined);
    if (!hasKeys || !(isFirst || wanted.every(({ topologyKey }) => attraction.at(node, topologyKey) > 0)))
      return "node(s) didn't match pod affinity rules";
    if (unwanted.some(({ topologyKey }) => repulsion.at(node, topologyKey) > 0))
      return "node(s) didn't match pod anti-affinity rules";
    const isRepelled = labels(node.metadata.labels ?? {}).some((key) => existing.at(node, key) > 0);
    return isRepelled ? "node(s) didn't satisfy existing pods anti-affinity rules" : undefined;
  };
}

/** The score of a node by preferred affinity of the pod and of other pods; undefined: there is none. */
export function affinityScore(
  { pod }: PodInfo,
  { nodes, namespaceLabels }: AffinityContext,
): ((node: Node) => number) | undefined {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const weigh = (sign: number, terms: typeof podAffinity) =>
    (terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) => ({
      weight: sign * weight,
      ...compiled(podAffinityTerm, pod, namespaceLabels),
    }));
  const terms = [...weigh(1, podAffinity), ...weigh(-1, podAntiAffinity)];
  if (terms.length === 0) return undefined;
  const topology = new Topology();
  for (const info of nodes) {
    if (!info.node) continue;
    for (const other of info.pods.values()) {
      for (const { topologyKey, matches, weight } of terms)
        if (matches(other.pod)) topology.add(info.node, topologyKey, weight);
    }
  }
  const keys = new Set(terms.map(({ topologyKey }) => topologyKey));
  return (node) => [...keys].reduce((score, key) => score + topology.at(node, key), 0);
}
