import { byEndpoint, type EndpointSlice, type Service } from '../aggregator/proxy/index.js';
import { ignoreNotFound } from '../apimachinery/status/index.js';
import type { RestClient } from '../client/rest/index.js';
import { type ResolveService, serviceResolver } from '../client/webhook/index.js';
import type { EgressSelector } from '../server/egress/index.js';

/** Resolves the services of webhooks to their cluster IPs, or to their endpoints (--enable-aggregator-routing). */
export function webhookServices(
  client: RestClient,
  { routesToEndpoints, egress }: { routesToEndpoints?: boolean | undefined; egress?: EgressSelector | undefined },
): ResolveService {
  const resolve = routesToEndpoints ? toEndpoints(client) : serviceResolver(client);
  const dialers = egress && { service: egress.dialer('cluster'), url: egress.dialer('controlplane') };
  return Object.assign(resolve, { dialers });
}

/** Reads the API on each call: it is called for new connections only. */
function toEndpoints(client: RestClient): ResolveService {
  const services = client.resource<Service>({ group: '', version: 'v1', resource: 'services' });
  const slices = client.resource<EndpointSlice>({
    group: 'discovery.k8s.io',
    version: 'v1',
    resource: 'endpointslices',
  });
  return async (namespace, name, port) => {
    const labelSelector = `kubernetes.io/service-name=${name}`;
    const [service, { items }] = await Promise.all([
      services.inNamespace(namespace).get(name).catch(ignoreNotFound),
      slices.inNamespace(namespace).list({ labelSelector }),
    ]);
    const known = { service: () => service, endpointSlices: () => items };
    return byEndpoint(known)({ namespace, name, port });
  };
}
