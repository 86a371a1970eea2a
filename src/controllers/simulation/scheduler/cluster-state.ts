// Follows pkg/scheduler/backend/cache/cache.go (v1.36)
import type { Node, Pod } from '../../../api/core/v1.js';
import { keyOf } from '../../../client/informer/index.js';
import { isPodTerminal } from '../../workload/pod-state.js';
import { NodeInfo, type PodInfo, podInfo } from './node-info.js';

/** The nodes with the pods on them, including pods that are about to be assigned. */
export class ClusterState {
  readonly #nodes = new Map<string, NodeInfo>();
  readonly #assigned = new Map<string, NodeInfo>();
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

  #infoOf(name: string): NodeInfo {
    let info = this.#nodes.get(name);
    if (!info) {
      info = new NodeInfo();
      this.#nodes.set(name, info);
    }
    return info;
  }
}
