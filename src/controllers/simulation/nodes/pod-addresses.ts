import type { Node, Pod } from '../../../api/core/v1.js';
import type { Informer } from '../../../client/informer/index.js';

const fallbackPrefix = '10.88.0';
const addressesPerNode = 254;

/** Gives pods addresses of their nodes' ranges. */
export class PodAddresses {
  readonly #nodes: Informer<Node>;
  /** Addresses in use, by node. */
  readonly #used = new Map<string, Set<number>>();
  readonly #ofPods = new Map<string, { node: string; index: number }>();

  constructor(nodes: Informer<Node>) {
    this.#nodes = nodes;
  }

  /** The address that the pod has, or the first that is free. */
  readonly addressOf = (pod: Pod): { hostIP: string; podIP: string } => {
    const { nodeName = '', hostNetwork } = pod.spec;
    const node = this.#nodes.lister.get(nodeName);
    const hostIP = node?.status.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '127.0.0.1';
    if (hostNetwork) return { hostIP, podIP: hostIP };
    if (pod.status.podIP) {
      this.note(pod);
      return { hostIP, podIP: pod.status.podIP };
    }
    return { hostIP, podIP: `${prefixOf(node)}.${this.#allocate(nodeName, pod.metadata.uid ?? '')}` };
  };

  /** Remembers the address of a pod that has one already. */
  note({ metadata, spec, status }: Pod): void {
    const { nodeName = '' } = spec;
    const index = Number(status.podIP?.split('.')[3]);
    if (spec.hostNetwork || !(index > 0) || this.#ofPods.has(metadata.uid ?? '')) return;
    this.#usedOf(nodeName).add(index);
    this.#ofPods.set(metadata.uid ?? '', { node: nodeName, index });
  }

  release({ metadata }: Pod): void {
    const known = this.#ofPods.get(metadata.uid ?? '');
    if (!known) return;
    this.#ofPods.delete(metadata.uid ?? '');
    this.#used.get(known.node)?.delete(known.index);
  }

  #usedOf(node: string): Set<number> {
    let used = this.#used.get(node);
    if (!used) {
      used = new Set();
      this.#used.set(node, used);
    }
    return used;
  }

  #allocate(node: string, uid: string): number {
    const known = this.#ofPods.get(uid);
    if (known) return known.index;
    const used = this.#usedOf(node);
    let index = 1;
    while (used.has(index) && index < addressesPerNode) index++;
    used.add(index);
    this.#ofPods.set(uid, { node, index });
    return index;
  }
}

function prefixOf(node: Node | undefined): string {
  const range = node?.spec.podCIDR;
  return range?.includes('.') ? range.split('.').slice(0, 3).join('.') : fallbackPrefix;
}
