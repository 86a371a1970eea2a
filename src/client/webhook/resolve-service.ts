// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/serviceresolver.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/proxy.go (v1.36)

import type { Dial } from '../../apimachinery/dial/index.js';
import { isNotFound, isUnexpectedServerError } from '../../apimachinery/status/index.js';
import type { RestClient } from '../rest/index.js';

/** Where a service can be reached. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** Finds where services are, and says how webhooks are connected to. */
export interface ResolveService {
  /** Throws if the service cannot be resolved. */
  (namespace: string, name: string, port: number): Promise<ServiceAddress>;
  /** What opens connections to services, and to URLs. Unset: they are direct. */
  readonly dialers?: { readonly service?: Dial | undefined; readonly url?: Dial | undefined } | undefined;
}

/** The fields of a Service that are used. */
interface Service {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly port: number }[];
  };
}

/** The service's DNS name in the cluster, for which its certificates are issued. */
export function clusterDnsName(namespace: string, name: string): string {
  return `${name}.${namespace}.svc`;
}

/** Resolves services to their cluster IP through the API; to their DNS name if the API does not serve Services. */
export function serviceResolver(client: RestClient): ResolveService {
  const services = client.resource<Service>({ group: '', version: 'v1', resource: 'services' });
  return async (namespace, name, port) => {
    try {
      return addressOf(await services.inNamespace(namespace).get(name), name, port);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (!isUnexpectedServerError(error)) throw new Error(`service ${JSON.stringify(name)} not found`);
      return { host: clusterDnsName(namespace, name), port };
    }
  };
}

function addressOf({ spec = {} }: Service, name: string, port: number): ServiceAddress {
  const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = spec;
  if (type === 'ExternalName') return { host: externalName, port };
  if (clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"');
  if (!ports.some((one) => one.port === port)) {
    throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  }
  return { host: clusterIP, port };
}
