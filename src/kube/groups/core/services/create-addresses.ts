// Follows pkg/registry/core/rest/storage_core.go (v1.36)

import { ignoreNotFound } from '../../../../apimachinery/status/index.js';
import type { ApiServerOptions } from '../../../../server/index.js';
import type { MetricsRegistry } from '../../../../server/metrics/index.js';
import type { ObjectRef, ResourceStore, Stores } from '../../../../server/registry/index.js';
import { AllocationMetrics, ClusterAddresses, NodePorts, PortRange } from '../../../service-addresses/index.js';
import type { ServiceAddresses } from './reservation.js';

export interface ServiceAddressesOptions {
  readonly storage: ApiServerOptions['storage'];
  /** --service-cluster-ip-range */
  readonly ranges: readonly string[];
  /** --service-node-port-range */
  readonly nodePortRange: string;
  readonly stores: Stores;
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
}

export function createServiceAddresses(options: ServiceAddressesOptions): ServiceAddresses {
  const { storage, ranges, nodePortRange, stores, onError } = options;
  const metrics = new AllocationMetrics(options.metrics);
  const range = PortRange.parse(nodePortRange);
  if (range === undefined) throw new Error(`${nodePortRange} is not a range of ports`);
  return {
    clusterAddresses: new ClusterAddresses({ ranges, metrics, stores }),
    nodePorts: new NodePorts({ storage, range, metrics }),
    stores,
    removeEndpoints: (service) => removeIfThere(stores.get('', 'endpoints'), service),
    onError,
  };
}

async function removeIfThere(store: ResourceStore, ref: ObjectRef): Promise<void> {
  const context = { namespace: ref.namespace, user: 'system:apiserver', dryRun: false, warn: () => {} };
  await store.delete(context, ref, { options: {} }).catch(ignoreNotFound);
}
