import { FieldPath } from '../../apimachinery/validation/index.js';
import type { ApiServerOptions, ServerParts } from '../../server/index.js';
import type { ResourceStore } from '../../server/registry/index.js';
import { validateEndpointAddress } from '../groups/core/endpoints/endpoint-address.js';
import type { ServiceAddresses } from '../groups/core/services/reservation.js';
import { AddressRange } from '../service-addresses/index.js';
import { DefaultServiceCidr } from './default-service-cidr.js';
import { KubernetesEndpoints } from './kubernetes-endpoints.js';
import { KubernetesService } from './kubernetes-service.js';
import { CountedAddresses, LeasedAddresses, type ServerAddresses } from './server-addresses.js';
import { ServiceRepair } from './service-repair.js';

/** How pods find the servers. */
export interface KubernetesServiceConfig {
  /** --advertise-address: where members of the cluster reach this server. */
  readonly advertiseAddress: string;
  /** Where it listens; asked when it does. */
  readonly port: () => number;
  /** --kubernetes-service-node-port; none if absent. */
  readonly nodePort?: number;
  /** --endpoint-reconciler-type */
  readonly reconciler: 'lease' | 'master-count' | 'none';
  /** --apiserver-count */
  readonly serverCount: number;
}

export interface ServiceControllersOptions {
  readonly parts: ServerParts;
  readonly storage: ApiServerOptions['storage'];
  /** --service-cluster-ip-range */
  readonly ranges: readonly string[];
  readonly addresses: ServiceAddresses;
  readonly store: (group: string, plural: string) => ResourceStore;
  readonly kubernetesService: KubernetesServiceConfig | undefined;
}

/** What has to be there for services to work: their networks, and the service by which pods find the servers. */
export function addServiceControllers(options: ServiceControllersOptions): void {
  const { parts, addresses: resources, store } = options;
  const { lifecycle, loopback, onError } = parts;
  const networks = options.ranges.map((range) => new AddressRange(range));
  lifecycle.addPostStartHook('start-service-ip-repair-controllers', async ({ signal }) => {
    const records = store('networking.k8s.io', 'ipaddresses');
    const controller = new ServiceRepair({ services: store('', 'services'), records, resources });
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
  { parts, storage, kubernetesService: config }: ServiceControllersOptions,
  clusterIp: string,
): void {
  if (!config) return;
  const { lifecycle, loopback, onError } = parts;
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

/** Undefined: nobody could use the endpoints, as where the server is only reached on its own machine, or is to be told. */
function serverAddresses(
  { advertiseAddress, reconciler, serverCount }: KubernetesServiceConfig,
  storage: ApiServerOptions['storage'],
): ServerAddresses | undefined {
  const isUsable = validateEndpointAddress(advertiseAddress, FieldPath.root).length === 0;
  if (reconciler === 'none' || !isUsable) return undefined;
  if (reconciler === 'lease') return new LeasedAddresses(storage, advertiseAddress);
  return new CountedAddresses(advertiseAddress, serverCount);
}
