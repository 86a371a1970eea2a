// Follows pkg/registry/core/service/storage/storage.go (v1.36)

import type { EndpointAddress, EndpointSubset, Endpoints, Pod, Service } from '../../../../api/core/v1.js';
import { isNotFound, notFound, serviceUnavailable } from '../../../../apimachinery/status/index.js';
import { decodeStored, type Stores } from '../../../../server/registry/index.js';
import type { ProxyLocation, SchemeNamePort } from '../../../proxy/index.js';

interface ProxiedService extends SchemeNamePort {
  /** As in the request path. */
  readonly id: string;
  readonly namespace: string;
}

/** Returns a pod that backs a service. Throws `serviceUnavailable` if there is none. */
export async function findProxyTarget(
  { id, namespace, scheme, name, port }: ProxiedService,
  stores: Stores,
): Promise<ProxyLocation> {
  const portName = /^[+-]?\d+$/.test(port) ? await portNameOf(stores, { namespace, name }, Number(port)) : port;
  const { subsets = [] } = await endpointsOf(stores, { namespace, name });
  if (subsets.length === 0) throw noEndpoints(name);
  for (const [subset, number] of rotated(subsets.flatMap((each) => portOf(each, portName)))) {
    for (const address of rotated(subset.addresses ?? [])) {
      if (await isPod(address, namespace, stores)) return { scheme, host: address.ip, port: String(number) };
    }
  }
  throw noEndpoints(id);
}

/** Missing endpoints are reported as `notFound` for the requested service. */
async function endpointsOf(stores: Stores, ref: { namespace: string; name: string }): Promise<Endpoints> {
  try {
    return decodeStored<Endpoints>((await stores.get('', 'endpoints').get(ref)).value);
  } catch (error) {
    throw isNotFound(error) ? notFound({ group: '', resource: 'services' }, ref.name) : error;
  }
}

function noEndpoints(id: string): Error {
  return serviceUnavailable(`no endpoints available for service ${JSON.stringify(id)}`);
}

async function portNameOf(stores: Stores, ref: { namespace: string; name: string }, number: number): Promise<string> {
  const { spec } = decodeStored<Service>((await stores.get('', 'services').get(ref)).value);
  const port = spec.ports?.find((each) => each.port === number);
  if (port) return port.name ?? '';
  throw serviceUnavailable(`no service port ${number} found for service ${JSON.stringify(ref.name)}`);
}

function portOf(subset: EndpointSubset, name: string): [EndpointSubset, number][] {
  const port = subset.ports?.find((each) => (each.name ?? '') === name);
  return port ? [[subset, port.port]] : [];
}

/** Proxies to pods only: endpoints may contain arbitrary addresses, to which clients may have no access. */
async function isPod(address: EndpointAddress, namespace: string, stores: Stores): Promise<boolean> {
  const { targetRef } = address;
  if (!targetRef?.name || targetRef.namespace !== namespace) return false;
  try {
    const stored = await stores.get('', 'pods').get({ namespace, name: targetRef.name });
    const { status } = decodeStored<Pod>(stored.value);
    return status.podIPs?.some(({ ip }) => ip === address.ip) ?? false;
  } catch {
    return false;
  }
}

function rotated<Item>(items: readonly Item[], random: () => number = Math.random): Item[] {
  const start = Math.floor(random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
