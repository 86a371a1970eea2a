// Follows pkg/scheduler/framework/types.go (v1.36)
import type { Node, Pod, PodAffinityTerm } from '../../../api/core/v1.js';
import { keyOf } from '../../../client/informer/index.js';
import { type Amounts, amountsOf, nonZeroRequests, podRequests } from './pod-requests.js';
import { claimNamesOf } from './volumes.js';

/** A pod with what scheduling needs to know of it, computed once. */
export interface PodInfo {
  readonly key: string;
  readonly pod: Pod;
  readonly requests: Amounts;
  readonly nonZero: { readonly cpu: number; readonly memory: number };
  /** `protocol/ip/port` of ports on the host. */
  readonly hostPorts: readonly string[];
  readonly priority: number;
  /** Whether it has claims for volumes or devices. */
  readonly hasClaims: boolean;
  readonly requiredAntiAffinity: readonly PodAffinityTerm[];
}

export function podInfo(pod: Pod): PodInfo {
  const { affinity, priority = 0 } = pod.spec;
  return {
    key: keyOf(pod),
    pod,
    requests: podRequests(pod),
    nonZero: nonZeroRequests(pod),
    hostPorts: hostPortsOf(pod),
    priority,
    hasClaims: claimNamesOf(pod).length > 0 || (pod.spec.resourceClaims ?? []).length > 0,
    requiredAntiAffinity: affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
  };
}

function hostPortsOf({ spec }: Pod): string[] {
  return (spec.containers ?? []).flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP, protocol }) =>
      hostPort ? [`${protocol ?? 'TCP'}/${hostIP || '0.0.0.0'}/${hostPort}`] : [],
    ),
  );
}

const anyAddress = '0.0.0.0';

/** A node, and the pods on it. */
export class NodeInfo {
  readonly pods = new Map<string, PodInfo>();
  readonly requested = new Map<string, number>();
  nonZeroCpu = 0;
  nonZeroMemory = 0;
  /** How many of its pods have required anti-affinity. */
  antiAffinityCount = 0;
  readonly #ports = new Map<string, number>();
  #node: Node | undefined;
  #allocatable: Amounts = new Map();

  /** Undefined: pods are assigned to it, but it does not exist. */
  get node(): Node | undefined {
    return this.#node;
  }

  set node(node: Node | undefined) {
    this.#node = node;
    this.#allocatable = amountsOf(node?.status.allocatable);
  }

  get allocatable(): Amounts {
    return this.#allocatable;
  }

  add(info: PodInfo): void {
    this.remove(info.key);
    this.pods.set(info.key, info);
    this.#count(info, 1);
  }

  remove(key: string): void {
    const info = this.pods.get(key);
    if (!info) return;
    this.pods.delete(key);
    this.#count(info, -1);
  }

  #count({ requests, nonZero, hostPorts, requiredAntiAffinity }: PodInfo, sign: 1 | -1): void {
    for (const [resource, amount] of requests)
      this.requested.set(resource, (this.requested.get(resource) ?? 0) + sign * amount);
    this.nonZeroCpu += sign * nonZero.cpu;
    this.nonZeroMemory += sign * nonZero.memory;
    for (const port of hostPorts) this.#ports.set(port, (this.#ports.get(port) ?? 0) + sign);
    if (requiredAntiAffinity.length > 0) this.antiAffinityCount += sign;
  }

  hasPortConflict(hostPorts: readonly string[]): boolean {
    return hostPorts.some((wanted) => {
      const [protocol, address, port] = wanted.split('/');
      for (const [used, count] of this.#ports) {
        if (count <= 0) continue;
        const [usedProtocol, usedAddress, usedPort] = used.split('/');
        const isSameAddress = address === usedAddress || address === anyAddress || usedAddress === anyAddress;
        if (protocol === usedProtocol && port === usedPort && isSameAddress) return true;
      }
      return false;
    });
  }

  hasPodsBelow(priority: number): boolean {
    for (const info of this.pods.values()) if (info.priority < priority) return true;
    return false;
  }

  /** A copy to try changes on. */
  copy(): NodeInfo {
    const copy = new NodeInfo();
    copy.node = this.#node;
    for (const info of this.pods.values()) copy.add(info);
    return copy;
  }
}
