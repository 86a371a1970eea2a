import type { Replacement } from '../../../../server/registry/index.js';
import {
  areSame,
  getsNodePorts,
  isExternallyAccessible,
  isExternalName,
  isLoadBalancer,
  needsHealthCheck,
  nodePortsOf,
  type ServiceSpec,
  specOf,
  usesNodePorts,
} from './service.js';

/**
 * Fields of services hang together, and clients know them in part. These functions work out what a client means that
 * changes only some of them.
 */

interface Change {
  readonly spec: ServiceSpec;
  readonly old: ServiceSpec;
}

/** Clients that know one address only mean the list, too. */
export function linkClusterIps(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  if (old === undefined) {
    if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  if (old.clusterIPs?.length && !spec.clusterIPs?.length && (old.clusterIP ?? '') === (spec.clusterIP ?? '')) {
    spec.clusterIPs = [...old.clusterIPs];
  }
  if ((old.clusterIP ?? '') === (spec.clusterIP ?? '') || !areSame(old.clusterIPs, spec.clusterIPs)) return;
  if (spec.clusterIP) spec.clusterIPs = [spec.clusterIP];
  else delete spec.clusterIPs;
}

/** What the service got and the client does not mention, as where it sends again what it once created, stays. */
export function keepAllocated({ spec, old }: Change): void {
  if (!isExternalName(old) && !isExternalName(spec)) {
    if (!spec.clusterIP && old.clusterIP) spec.clusterIP = old.clusterIP;
    if (!spec.clusterIPs?.length && old.clusterIPs?.length) spec.clusterIPs = [...old.clusterIPs];
  }
  if (getsNodePorts(old) && getsNodePorts(spec)) keepNodePorts({ spec, old });
  if (needsHealthCheck(old) && needsHealthCheck(spec) && old.healthCheckNodePort) {
    spec.healthCheckNodePort ||= old.healthCheckNodePort;
  }
}

function keepNodePorts({ spec, old }: Change): void {
  const wanted = new Set(nodePortsOf(spec));
  const byName = new Map((old.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of spec.ports ?? []) {
    const before = byName.get(port.name ?? '');
    if (!port.nodePort && before && !wanted.has(before)) port.nodePort = before;
  }
}

/**
 * What no longer makes sense for the type that the service now has, and that its client left as it was, goes. What the
 * client changed stays, and is refused. In place.
 */
export function dropForeignFields({ object, old: before }: Replacement): void {
  const [spec, old] = [specOf(object), specOf(before)];
  if (!isExternalName(old) && isExternalName(spec)) dropAddresses({ spec, old });
  if (usesNodePorts(old) && !usesNodePorts(spec) && keepsNodePorts({ spec, old })) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  if (needsHealthCheck(old) && !needsHealthCheck(spec)) dropIfSame({ spec, old }, 'healthCheckNodePort');
  if (isLoadBalancer(old) && !isLoadBalancer(spec)) {
    dropIfSame({ spec, old }, 'allocateLoadBalancerNodePorts');
    dropIfSame({ spec, old }, 'loadBalancerClass');
  }
  if (isExternallyAccessible(old) && !isExternallyAccessible(spec)) dropIfSame({ spec, old }, 'externalTrafficPolicy');
  if (!isLoadBalancer(spec)) object['status'] = { ...(object['status'] as object), loadBalancer: {} };
}

function dropAddresses({ spec, old }: Change): void {
  if ((spec.clusterIP ?? '') === (old.clusterIP ?? '') && areSame(spec.clusterIPs, old.clusterIPs)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (areSame(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
  dropIfSame({ spec, old }, 'ipFamilyPolicy');
}

/** Ports may have gone, but none is new. */
function keepsNodePorts({ spec, old }: Change): boolean {
  const before = new Set(nodePortsOf(old));
  return nodePortsOf(spec).every((port) => before.has(port));
}

type Scalar =
  | 'allocateLoadBalancerNodePorts'
  | 'externalTrafficPolicy'
  | 'healthCheckNodePort'
  | 'ipFamilyPolicy'
  | 'loadBalancerClass';

function dropIfSame({ spec, old }: Change, field: Scalar): void {
  if (spec[field] === old[field]) delete spec[field];
}
