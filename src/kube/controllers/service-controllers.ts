import { FieldPath } from '../../apimachinery/validation/index.js';
import type { ApiServerOptions, ServerParts } from '../../server/index.js';
import { validateEndpointAddress } from '../groups/core/endpoints/endpoint-address.js';
import { AddressRange } from '../service-addresses/index.js';
import { DefaultServiceCidr } from './default-service-cidr.js';
import { KubernetesEndpoints } from './kubernetes-endpoints.js';
import { KubernetesService } from './kubernetes-service.js';
import { CountedAddresses, LeasedAddresses, type ServerAddresses } from './server-addresses.js';

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
  readonly kubernetesService: KubernetesServiceConfig | undefined;
}

/** What has to be there for services to work: their networks, and the service by which pods find the servers. */
export function addServiceControllers(options: ServiceControllersOptions): void {
  const { parts, ranges, kubernetesService: config } = options;
  const { lifecycle, loopback, onError } = parts;
  const networks = ranges.map((range) => new AddressRange(range));
  lifecycle.addPostStartHook('start-kubernetes-service-cidr-controller', async ({ signal }) => {
    const texts = networks.map(({ text }) => text);
    const controller = new DefaultServiceCidr({ client: loopback.client, ranges: texts, onError });
    signal.addEventListener('abort', () => controller.close(), { once: true });
    await controller.start();
  });
  if (!config) return;
  let service: KubernetesService | undefined;
  lifecycle.addPostStartHook('bootstrap-controller', async () => {
    const { client } = loopback;
    const port = config.port();
    const addresses = serverAddresses(config, options.storage);
    const endpoints = addresses && { addresses, published: new KubernetesEndpoints(client, port) };
    const clusterIp = networks[0]!.first;
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
