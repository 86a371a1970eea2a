import { isNotFound } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';

/** Where a service is reached. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

export type ResolveService = (namespace: string, name: string, port: number) => Promise<ServiceAddress>;

/** The name that a service has in the cluster, and that its certificates are for. */
export function clusterDnsName(namespace: string, name: string): string {
  return `${name}.${namespace}.svc`;
}

/**
 * Finds services by their cluster IP, asking the API; by their DNS name where there is no API of services, or where a
 * service has no IP of its own.
 */
export function serviceResolver(client: RestClient): ResolveService {
  const services = client.resource({ group: '', version: 'v1', resource: 'services' });
  return async (namespace, name, port) => {
    const byName = { host: clusterDnsName(namespace, name), port };
    try {
      const { spec } = (await services.inNamespace(namespace).get(name)) as { spec?: { clusterIP?: unknown } };
      const clusterIP = spec?.clusterIP;
      const hasIp = typeof clusterIP === 'string' && clusterIP !== '' && clusterIP !== 'None';
      return hasIp ? { host: clusterIP, port } : byName;
    } catch (error) {
      if (isNotFound(error)) return byName;
      throw error;
    }
  };
}
