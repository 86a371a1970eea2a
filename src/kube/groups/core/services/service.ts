// Follows pkg/registry/core/service/storage/alloc.go (v1.36)

import type { LoadBalancerIngress, Service, ServiceSpec } from '../../../../api/core/v1.js';

export function ingressesOf({ status }: Service): readonly LoadBalancerIngress[] {
  return status.loadBalancer.ingress ?? [];
}

/** ExternalName services have no cluster IP. */
export function isExternalName({ type }: ServiceSpec): boolean {
  return type === 'ExternalName';
}

export function isLoadBalancer({ type }: ServiceSpec): boolean {
  return type === 'LoadBalancer';
}

/** A headless service: clients use its endpoints directly. */
export function isHeadless({ clusterIPs }: ServiceSpec): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === 'None';
}

export function usesNodePorts({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether node ports are allocated for ports that request none. */
export function getsNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
}

/** External load balancers need to know which nodes have endpoints. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

export function isExternallyAccessible(spec: ServiceSpec): boolean {
  return usesNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs?.length ?? 0) > 0);
}

export function nodePortsOf({ ports = [] }: ServiceSpec): number[] {
  return ports.flatMap(({ nodePort }) => nodePort || []);
}

export function areSame(left: readonly string[] = [], right: readonly string[] = []): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
