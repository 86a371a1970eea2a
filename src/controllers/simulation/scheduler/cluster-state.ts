// Follows pkg/scheduler/backend/cache/cache.go (v1.36)
import type { Node, Pod } from '../../../api/core/v1.js';
import { keyOf } from '../../../client/informer/index.js';
import { isPodTerminal } from '../../workload/pod-state.js';
import { NodeInfo, type PodInfo, podInfo } from './node-info.js';

/** The nodes with the pods on them, including pods that are about to be assigned. */
export class ClusterState {
  readonly #nodes = new Map<string, NodeInfo>();
  readonly #assigned = new Map<string, NodeInfo>();
  /** Pods that wait for room on a node, by its name: victims are about to make it. */
  readonly #nominated = new Map<string, Map<string, PodInfo>>();
  readonly #nominations = new Map<string, string>();
  #existing: NodeInfo[] | undefined;

  /** Nodes that exist. */
  get nodes(): readonly NodeInfo[] {
    this.#existing ??= [...this.#nodes.values()].filter(({ node }) => node !== undefined);
    return this.#existing;
  }

  get hasAntiAffinity(): boolean {
    return this.nodes.some(({ antiAffinityCount }) => antiAffinityCount > 0);
  }

  putNode(node: Node): void {
    this.#infoOf(node.metadata.name ?? '').node = node;
    this.#existing = undefined;
  }

  removeNode({ metadata }: Node): void {
    const info = this.#nodes.get(metadata.name ?? '');
    if (!info) return;
    info.node = undefined;
    if (info.pods.size === 0) this.#nodes.delete(metadata.name ?? '');
    this.#existing = undefined;
  }

  /** A pod that is assigned to a node. Those that have ended take nothing. */
  putPod(pod: Pod): void {
    const key = keyOf(pod);
    if (isPodTerminal(pod)) this.removePod(key);
    else this.assign(podInfo(pod), pod.spec.nodeName ?? '');
  }

  assign(info: PodInfo, nodeName: string): void {
    const node = this.#infoOf(nodeName);
    const before = this.#assigned.get(info.key);
    if (before !== node) before?.remove(info.key);
    node.add(info);
    this.#assigned.set(info.key, node);
  }

  removePod(key: string): void {
    this.#assigned.get(key)?.remove(key);
    this.#assigned.delete(key);
  }

  /** Keeps the room on a node for a pod, or gives it up. */
  nominate(info: PodInfo, nodeName: string | undefined): void {
    this.removeNomination(info.key);
    if (!nodeName) return;
    const ofNode = this.#nominated.get(nodeName) ?? new Map<string, PodInfo>();
    ofNode.set(info.key, info);
    this.#nominated.set(nodeName, ofNode);
    this.#nominations.set(info.key, nodeName);
  }

  removeNomination(key: string): void {
    const nodeName = this.#nominations.get(key);
    if (nodeName === undefined) return;
    this.#nominations.delete(key);
    const ofNode = this.#nominated.get(nodeName);
    ofNode?.delete(key);
    if (ofNode?.size === 0) this.#nominated.delete(nodeName);
  }

  /** The node with the pods that it is kept for, as far as they matter as much as the given one; or undefined. */
  withNominated(node: NodeInfo, { key, priority }: PodInfo): NodeInfo | undefined {
    const ofNode = this.#nominated.get(node.node?.metadata.name ?? '');
    const others = [...(ofNode?.values() ?? [])].filter((other) => other.key !== key && other.priority >= priority);
    if (others.length === 0) return undefined;
    const copy = node.copy();
    for (const other of others) copy.add(other);
    return copy;
  }

  #infoOf(name: string): NodeInfo {
    let info = this.#nodes.get(name);
    if (!info) {
      info = new NodeInfo();
      this.#nodes.set(name, info);
    }
    return info;
  }
}
