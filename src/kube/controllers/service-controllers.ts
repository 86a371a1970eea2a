// Follows pkg/controlplane/instance.go (v1.36)
// Follows pkg/registry/core/rest/storage_core.go (v1.36)

import { FieldPath } from '../../apimachinery/validation/index.js';
import type { ApiServerOptions, SharedServer } from '../../server/index.js';
import { validateEndpointAddress } from '../groups/core/endpoints/endpoint-address.js';
import type { ServiceAddresses } from '../groups/core/services/reservation.js';
import { AddressRange } from '../service-addresses/index.js';
import { DefaultServiceCidr } from './default-service-cidr.js';
import { KubernetesEndpoints } from './kubernetes-endpoints.js';
import { KubernetesService } from './kubernetes-service.js';
import { CountedAddresses, LeasedAddresses, type ServerAddresses } from './server-addresses.js';
import { ServiceRepair } from './service-repair.js';

/** Configuration of the `kubernetes` service. */
export interface KubernetesServiceConfig {
  /** --advertise-address: address of this server for members of the cluster. */
  readonly advertiseAddress: string;
  /** Port that the server listens on; called once it listens. */
  readonly port: () => number;
  /** --kubernetes-service-node-port; unset: none. */
  readonly nodePort?: number;
  /** --endpoint-reconciler-type */
  readonly reconciler: 'lease' | 'master-count' | 'none';
  /** --apiserver-count */
  readonly serverCount: number;
}

export interface ServiceControllersOptions {
  readonly shared: SharedServer;
  readonly storage: ApiServerOptions['storage'];
  /** --service-cluster-ip-range */
  readonly ranges: readonly string[];
  readonly addresses: ServiceAddresses;
  readonly kubernetesService: KubernetesServiceConfig | undefined;
}

/** Adds the controllers that maintain service networks and the `kubernetes` service. */
export function addServiceControllers(options: ServiceControllersOptions): void {
  const { shared, addresses: resources } = options;
  const { lifecycle, loopback, stores, onError } = shared;
  const networks = options.ranges.map((range) => new AddressRange(range));
  lifecycle.addPostStartHook('start-service-ip-repair-controllers', async ({ signal }) => {
    const records = stores.get('networking.k8s.io', 'ipaddresses');
    const services = stores.get('', 'services');
    const controller = new ServiceRepair({ services, records, resources, metrics: shared.metrics });
    signal.addEventListener('abort', () => controller.close(), { once: true });
    await controller.start();
  });
  addKubernetesService(options, networks[0]!.first);
  lifecycle.addPostStartHook('start-kubernetes-service-cidr-controller', async ({ signal }) => {
    const ranges = networks.map(({ text }) => text);
    const controller = new DefaultServiceCidr({ client: loopback.client, ranges, onError });
    signal.addEventListener('abort', () => controller.close(), { once: true });
    await controller.start();
  });
}

function addKubernetesService(
  { shared, storage, kubernetesService: config }: ServiceControllersOptions,
  clusterIp: string,
): void {
  if (!config) return;
  const { lifecycle, loopback, onError } = shared;
  let service: KubernetesService | undefined;
  lifecycle.addPostStartHook('bootstrap-controller', async () => {
    const { client } = loopback;
    const port = config.port();
    const addresses = serverAddresses(config, storage);
    const endpoints = addresses && { addresses, published: new KubernetesEndpoints(client, port) };
    service = new KubernetesService({ client, clusterIp, port, nodePort: config.nodePort ?? 0, endpoints, onError });
    await service.start();
  });
  lifecycle.addPreShutdownHook('stop-kubernetes-service-controller', () => service?.close());
}

/** Undefined: endpoints are not published, because the server is reachable locally only or the reconciler is `none`. */
function serverAddresses(
  { advertiseAddress, reconciler, serverCount }: KubernetesServiceConfig,
  storage: ApiServerOptions['storage'],
): ServerAddresses | undefined {
  const isUsable = validateEndpointAddress(advertiseAddress, FieldPath.root).length === 0;
  if (reconciler === 'none' || !isUsable) return undefined;
  if (reconciler === 'lease') return new LeasedAddresses(storage, advertiseAddress);
  return new CountedAddresses(advertiseAddress, serverCount);
}
