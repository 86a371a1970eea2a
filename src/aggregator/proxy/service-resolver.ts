// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/proxy.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/endpointslice.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/resolvers.go (v1.36)

import type { BackendAddress } from '../../server/proxy/index.js';
import type { ServiceReference } from '../api-service/index.js';

/** The fields of Services that are used. */
export interface Service {
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ipFamilies?: readonly string[];
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  };
}

/** The fields of EndpointSlices that are used. */
export interface EndpointSlice {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly addressType?: string;
  readonly endpoints?:
    | readonly { readonly addresses: readonly string[]; readonly conditions?: { readonly ready?: boolean | null } }[]
    | null;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[] | null;
}

/** A lister of Services and EndpointSlices. */
export interface KnownServices {
  service(namespace: string, name: string): Service | undefined;
  endpointSlices(namespace: string, name: string): readonly EndpointSlice[];
}

/** Returns the address of a Service. Throws if it has none. */
type ResolveService = (reference: ServiceReference) => BackendAddress;

const routedTypes = ['ClusterIP', 'LoadBalancer', 'NodePort'];

/** Whether the endpoint accepts requests. Unset: it does. */
export function isReady({ conditions }: { readonly conditions?: { readonly ready?: boolean | null } }): boolean {
  return conditions?.ready !== false;
}

/** Uses the cluster IP: the network chooses an endpoint. */
export function byClusterIp(services: KnownServices): ResolveService {
  return ({ namespace, name, port }) => {
    const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = specOf(services, namespace, name);
    if (type === 'ExternalName') return { host: externalName, port };
    if (!routedTypes.includes(type)) throw new Error(`unsupported service type ${JSON.stringify(type)}`);
    if (type === 'ClusterIP' && clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"');
    return { host: clusterIP, port: findPort(ports, name, port).port };
  };
}

/** Chooses a ready endpoint at random, for networks where cluster IPs are not reachable. */
export function byEndpoint(services: KnownServices, random: () => number = Math.random): ResolveService {
  return ({ namespace, name, port }) => {
    const { type = 'ClusterIP', ports = [], ipFamilies = [] } = specOf(services, namespace, name);
    if (!routedTypes.includes(type)) throw new Error(`unsupported service type ${JSON.stringify(type)}`);
    const portName = findPort(ports, name, port).name ?? '';
    const slices = inRandomOrder(services.endpointSlices(namespace, name), random);
    const preferred = slices.filter(({ addressType }) => addressType === ipFamilies[0]);
    for (const slice of [...preferred, ...slices.filter((slice) => !preferred.includes(slice))]) {
      const address = chooseFrom(slice, portName, random);
      if (address) return address;
    }
    throw new Error(`no endpoints available for service ${JSON.stringify(name)}`);
  };
}

/** Resolves the server's own Service to the server itself. */
export function withOwnService(resolve: ResolveService, own: () => BackendAddress | undefined): ResolveService {
  return (reference) => {
    const { namespace, name, port } = reference;
    const isOwn = namespace === 'default' && name === 'kubernetes' && port === 443;
    return (isOwn ? own() : undefined) ?? resolve(reference);
  };
}

function specOf(services: KnownServices, namespace: string, name: string): NonNullable<Service['spec']> {
  const service = services.service(namespace, name);
  if (!service) throw new Error(`service ${JSON.stringify(name)} not found`);
  return service.spec ?? {};
}

function findPort(ports: NonNullable<NonNullable<Service['spec']>['ports']>, name: string, port: number) {
  const found = ports.find((one) => one.port === port);
  if (!found) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return found;
}

function chooseFrom(slice: EndpointSlice, portName: string, random: () => number): BackendAddress | undefined {
  const port = slice.ports?.find((one) => (one.name ?? '') === portName && one.port !== undefined)?.port;
  const ready = (slice.endpoints ?? []).filter(isReady);
  const host = ready[Math.floor(random() * ready.length)]?.addresses[0];
  return port === undefined || host === undefined ? undefined : { host, port };
}

function inRandomOrder<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
