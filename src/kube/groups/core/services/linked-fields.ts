// Follows pkg/registry/core/service/strategy.go (v1.36)
// Follows pkg/registry/core/service/storage/storage.go (v1.36)

import type { Service, ServiceSpec } from '../../../../api/core/v1.js';
import type { Replacement } from '../../../../server/registry/index.js';
import {
  areSame,
  getsNodePorts,
  isExternallyAccessible,
  isExternalName,
  isLoadBalancer,
  needsHealthCheck,
  nodePortsOf,
  usesNodePorts,
} from './service.js';

/**
 * Service fields depend on each other, and older clients know only some of them. These functions infer the intent of
 * clients that change only a part.
 */

interface Change {
  readonly spec: ServiceSpec;
  readonly old: ServiceSpec;
}

/** Synchronizes `clusterIPs` for clients that only know `clusterIP`. */
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

/** Keeps allocated values that the client omits, for example when it applies its original manifest again. */
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
 * Drops fields that do not apply to the new type, if the client did not change them. Changed ones are kept, and
 * rejected by validation. In place.
 */
export function dropForeignFields({ object, old: before }: Replacement<Service>): void {
  const [spec, old] = [object.spec, before.spec];
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
  if (!isLoadBalancer(spec)) object.status = { ...object.status, loadBalancer: {} };
}

function dropAddresses({ spec, old }: Change): void {
  if ((spec.clusterIP ?? '') === (old.clusterIP ?? '') && areSame(spec.clusterIPs, old.clusterIPs)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (areSame(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
  dropIfSame({ spec, old }, 'ipFamilyPolicy');
}

/** Whether no node port is new; ports may have been removed. */
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
