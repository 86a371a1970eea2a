// Follows pkg/quota/v1/evaluator/core/services.go (v1.36)

import type { Service, ServiceSpec } from '../../../../api/core/v1.js';
import { Quantity } from '../../../../apimachinery/validation/index.js';
import type { Amounts } from '../../../pod-spec/index.js';
import { countName, isWrite, one, type QuotaEvaluator } from './evaluator.js';

const count = countName('', 'services');
const nodePorts = 'services.nodeports';
const loadBalancers = 'services.loadbalancers';
const counted = new Set([count, 'services', nodePorts, loadBalancers]);

/** Counts services, and their node ports and load balancers. */
export const serviceEvaluator: QuotaEvaluator<Service> = {
  handles: isWrite,
  counts: (name) => counted.has(name),
  isInScope: () => false,
  usage({ spec = {} }): Amounts {
    return new Map([
      [count, one],
      ['services', one],
      [loadBalancers, Quantity.of(spec.type === 'LoadBalancer' ? 1 : 0)],
      [nodePorts, Quantity.of(nodePortsOf(spec))],
    ]);
  },
};

/** The node ports that the service will get: they may not be allocated yet. */
function nodePortsOf({ type, ports = [], allocateLoadBalancerNodePorts = true }: ServiceSpec): number {
  if (type !== 'NodePort' && type !== 'LoadBalancer') return 0;
  if (type === 'NodePort' || allocateLoadBalancerNodePorts) return ports.length;
  return ports.filter(({ nodePort = 0 }) => nodePort !== 0).length;
}
