import { isNotFound, isUnexpectedServerError } from '../../apimachinery/status/index.js';
import type { RestClient } from '../rest/index.js';

/** Where a service is reached. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** Throws where a service cannot be reached. */
export type ResolveService = (namespace: string, name: string, port: number) => Promise<ServiceAddress>;

/** What is read of a service. */
interface Service {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly port: number }[];
  };
}

/** The name that a service has in the cluster, and that its certificates are for. */
export function clusterDnsName(namespace: string, name: string): string {
  return `${name}.${namespace}.svc`;
}

/** Finds services by their cluster IP, asking the API; by their DNS name where there is no API of services. */
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
