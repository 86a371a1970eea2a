import { byEndpoint, type EndpointSlice, type Service } from '../aggregator/proxy/index.js';
import { isNotFound } from '../apimachinery/status/index.js';
import type { RestClient } from '../client/rest/index.js';
import { type ResolveService, serviceResolver } from '../client/webhook/index.js';

/** Resolves the services of webhooks to their cluster IPs, or to their endpoints (--enable-aggregator-routing). */
export function webhookServices(
  client: RestClient,
  { routesToEndpoints }: { routesToEndpoints?: boolean | undefined },
): ResolveService {
  return routesToEndpoints ? toEndpoints(client) : serviceResolver(client);
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
      services.inNamespace(namespace).get(name).catch(undefinedIfMissing),
      slices.inNamespace(namespace).list({ labelSelector }),
    ]);
    const known = { service: () => service, endpointSlices: () => items };
    return byEndpoint(known)({ namespace, name, port });
  };
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}
