// Follows pkg/apis/core/v1/defaults.go (v1.36)

import type { Service, ServicePort, ServiceSpec } from '../../../../api/core/v1.js';
import { ingressesOf, isExternallyAccessible, isLoadBalancer } from './service.js';

const affinitySeconds = 10_800;

export function applyServiceDefaults(service: Service): void {
  const { spec } = service;
  defaultAffinity(spec);
  spec.type ||= 'ClusterIP';
  spec.ports?.forEach(defaultPort);
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ||= 'Cluster';
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type)) spec.internalTrafficPolicy ??= 'Cluster';
  if (!isLoadBalancer(spec)) return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of ingressesOf(service)) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function defaultAffinity(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== 'ClientIP') return;
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinitySeconds } };
  }
}

function defaultPort(port: ServicePort): void {
  port.protocol ||= 'TCP';
  port.targetPort ||= port.port;
}
