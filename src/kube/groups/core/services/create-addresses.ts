import { isNotFound } from '../../../../apimachinery/status/index.js';
import type { ApiServerOptions } from '../../../../server/index.js';
import type { MetricsRegistry } from '../../../../server/metrics/index.js';
import type { ObjectRef, ResourceStore } from '../../../../server/registry/index.js';
import { AllocationMetrics, ClusterAddresses, NodePorts, PortRange } from '../../../service-addresses/index.js';
import type { ServiceAddresses } from './reservation.js';

export interface ServiceAddressesOptions {
  readonly storage: ApiServerOptions['storage'];
  /** --service-cluster-ip-range */
  readonly ranges: readonly string[];
  /** --service-node-port-range */
  readonly nodePortRange: string;
  /** Returns the store of a resource; called lazily, after it is installed. */
  readonly store: (group: string, plural: string) => ResourceStore;
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
}

export function createServiceAddresses(options: ServiceAddressesOptions): ServiceAddresses {
  const { storage, ranges, nodePortRange, store, onError } = options;
  const metrics = new AllocationMetrics(options.metrics);
  const range = PortRange.parse(nodePortRange);
  if (range === undefined) throw new Error(`${nodePortRange} is not a range of ports`);
  return {
    clusterAddresses: new ClusterAddresses({
      ranges,
      metrics,
      addresses: () => store('networking.k8s.io', 'ipaddresses'),
      networks: () => store('networking.k8s.io', 'servicecidrs'),
    }),
    nodePorts: new NodePorts({ storage, range, metrics }),
    targets: { endpoints: () => store('', 'endpoints'), pods: () => store('', 'pods') },
    removeEndpoints: (service) => removeIfThere(store('', 'endpoints'), service),
    onError,
  };
}

async function removeIfThere(store: ResourceStore, ref: ObjectRef): Promise<void> {
  const context = { namespace: ref.namespace, user: 'system:apiserver', dryRun: false, warn: () => {} };
  try {
    await store.delete(context, ref, { options: {} });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
