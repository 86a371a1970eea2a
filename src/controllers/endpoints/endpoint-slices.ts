// Follows staging/src/k8s.io/endpointslice/reconciler.go (v1.36)
// Follows staging/src/k8s.io/endpointslice/utils.go (v1.36)
// Follows staging/src/k8s.io/endpointslice/trafficdist/trafficdist.go (v1.36)
import type { Node, Pod, Service } from '../../api/core/v1.js';
import type { Endpoint, EndpointPort, EndpointSlice } from '../../api/discovery/v1.js';
import { compositeKey, jsonEqual } from '../../apimachinery/meta/index.js';
import { checkDns1123Subdomain } from '../../apimachinery/validation/index.js';
import type { Informer, SharedInformerRequest } from '../../client/informer/index.js';
import { controllerReference } from '../workload/controller-reference.js';
import { isPodReady } from '../workload/pod-state.js';
import { findPort, hasClusterIp, headlessLabel, hostnameOf, isReachable } from './service-pods.js';

export const serviceNameLabel = 'kubernetes.io/service-name';
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
export const sliceControllerName = 'endpointslice-controller.k8s.io';
const reserved = new Set([serviceNameLabel, managedByLabel, headlessLabel]);
const zoneLabel = 'topology.kubernetes.io/zone';
const maxEndpoints = 100;

const byService = 'service';

/** The informer of slices has an index by service. */
export const sliceInformerRequest: SharedInformerRequest<EndpointSlice> = {
  indexers: {
    [byService]: ({ metadata }) => [`${metadata.namespace}/${metadata.labels?.[serviceNameLabel] ?? ''}`],
  },
};

export function slicesOfService(
  slices: Informer<EndpointSlice>,
  { key, managedBy }: { key: string; managedBy: string },
): EndpointSlice[] {
  const all = slices.lister.byIndex(byService, key);
  return all.filter(({ metadata }) => metadata.labels?.[managedByLabel] === managedBy && !metadata.deletionTimestamp);
}

export interface SliceChanges {
  readonly create: EndpointSlice[];
  readonly update: EndpointSlice[];
  readonly delete: EndpointSlice[];
}

interface SliceInput {
  readonly service: Service;
  readonly pods: readonly Pod[];
  readonly existing: readonly EndpointSlice[];
  readonly nodeOf: (name: string) => Node | undefined;
}

/** What is to be changed, so that the slices of a service have the endpoints of its pods. */
export function planSlices(input: SliceInput): SliceChanges {
  const { service, existing } = input;
  const types = addressTypes(service);
  const changes: SliceChanges = { create: [], update: [], delete: [] };
  for (const type of types) {
    const ofType = existing.filter(({ addressType }) => addressType === type);
    const planned = planType({ ...input, existing: ofType }, type);
    for (const verb of ['create', 'update', 'delete'] as const) changes[verb].push(...planned[verb]);
  }
  changes.delete.push(...existing.filter(({ addressType }) => !types.includes(addressType)));
  return changes;
}

function addressTypes({ spec }: Service): string[] {
  if (spec.ipFamilies && spec.ipFamilies.length > 0) return [...new Set(spec.ipFamilies)];
  if (spec.clusterIP && spec.clusterIP !== 'None') return [spec.clusterIP.includes(':') ? 'IPv6' : 'IPv4'];
  return ['IPv4', 'IPv6'];
}

interface Desired {
  readonly ports: EndpointPort[];
  readonly endpoints: Map<string, Endpoint>;
}

function planType({ service, pods, existing, nodeOf }: SliceInput, addressType: string): SliceChanges {
  const desired = new Map<string, Desired>();
  for (const pod of pods) {
    if (!isReachable(pod, { includesTerminating: true })) continue;
    const ports = portsFor(service, pod);
    const key = portsKey(ports);
    const ofPorts: Desired = desired.get(key) ?? { ports, endpoints: new Map() };
    desired.set(key, ofPorts);
    const node = nodeOf(pod.spec.nodeName ?? '');
    if (!node && !service.spec.publishNotReadyAddresses) continue;
    const endpoint = endpointOf(pod, { service, node, addressType });
    if (endpoint) ofPorts.endpoints.set(endpointKey(endpoint), endpoint);
  }
  const isOwned = ({ metadata }: EndpointSlice): boolean =>
    metadata.ownerReferences?.some(({ uid, kind }) => uid === service.metadata.uid && kind === 'Service') ?? false;
  const changes: SliceChanges = { create: [], update: [], delete: existing.filter((slice) => !isOwned(slice)) };
  const owned = existing.filter(isOwned);
  for (const [key, ofPorts] of desired) {
    const slices = owned.filter((slice) => portsKey(slice.ports ?? []) === key);
    fill(service, slices, ofPorts, { addressType, changes });
  }
  changes.delete.push(...owned.filter((slice) => !desired.has(portsKey(slice.ports ?? []))));
  if (existing.length === changes.delete.length && changes.create.length === 0) {
    const empty = newSlice(service, { addressType, ports: [] });
    const [only] = changes.delete;
    const isEmpty = changes.delete.length === 1 && only && isOwned(only) && isSameButName(only, empty);
    if (isEmpty) changes.delete.length = 0;
    else changes.create.push(empty);
  }
  reuse(changes, isOwned);
  return changes;
}

/** An endpoint stays in its slice; new ones fill changed slices first, then others that have room, then new ones. */
function fill(
  service: Service,
  slices: readonly EndpointSlice[],
  { ports, endpoints }: Desired,
  { addressType, changes }: { addressType: string; changes: SliceChanges },
): void {
  const missing = new Map(endpoints);
  const changed: EndpointSlice[] = [];
  const unchanged: EndpointSlice[] = [];
  for (const slice of slices) {
    const before = slice.endpoints ?? [];
    const kept = before.flatMap((endpoint) => endpoints.get(endpointKey(endpoint)) ?? []);
    for (const endpoint of before) missing.delete(endpointKey(endpoint));
    const labels = sliceLabels(service);
    const isSame = kept.length === before.length && jsonEqual(kept, before);
    if (!isSame && kept.length === 0) changes.delete.push(slice);
    else if (isSame && jsonEqual(labels, slice.metadata.labels ?? {})) unchanged.push(slice);
    else changed.push({ ...slice, metadata: { ...slice.metadata, labels }, endpoints: kept });
  }
  const waiting = [...missing.values()];
  const take = (slice: EndpointSlice): EndpointSlice => {
    const room = maxEndpoints - (slice.endpoints ?? []).length;
    return { ...slice, endpoints: [...(slice.endpoints ?? []), ...waiting.splice(0, Math.max(0, room))] };
  };
  changed.sort((a, b) => (b.endpoints ?? []).length - (a.endpoints ?? []).length);
  changes.update.push(...changed.map((slice) => (waiting.length > 0 ? take(slice) : slice)));
  while (waiting.length > 0) {
    const fits = unchanged
      .filter((slice) => waiting.length + (slice.endpoints ?? []).length <= maxEndpoints)
      .sort((a, b) => (b.endpoints ?? []).length - (a.endpoints ?? []).length)[0];
    if (fits) {
      unchanged.splice(unchanged.indexOf(fits), 1);
      changes.update.push(take({ ...fits, metadata: { ...fits.metadata, labels: sliceLabels(service) } }));
    } else changes.create.push(take(newSlice(service, { addressType, ports })));
  }
}

/** A slice that is to be deleted becomes one that is to be created. */
function reuse({ create, update, delete: remove }: SliceChanges, isOwned: (slice: EndpointSlice) => boolean): void {
  for (const old of remove.filter(isOwned)) {
    const wanted = create.pop();
    if (!wanted) return;
    const { name = '', namespace = '', resourceVersion = '', uid = '' } = old.metadata;
    update.push({ ...wanted, metadata: { ...wanted.metadata, name, namespace, uid, resourceVersion } });
    remove.splice(remove.indexOf(old), 1);
  }
}

function portsFor({ spec }: Service, pod: Pod): EndpointPort[] {
  return (spec.ports ?? []).flatMap((port) => {
    const number = findPort(pod, port);
    if (number === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return [{ name, port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

export function portsKey(ports: readonly EndpointPort[]): string {
  const texts = ports.map(({ name = '', port, protocol = '', appProtocol = '' }) =>
    compositeKey(name, String(port), protocol, appProtocol),
  );
  return compositeKey(...texts.sort());
}

export function endpointKey({ addresses, targetRef, hostname = '', nodeName = '' }: Endpoint): string {
  return compositeKey(targetRef?.uid ?? '', hostname, nodeName, ...[...(addresses ?? [])].sort());
}

function endpointOf(
  pod: Pod,
  { service, node, addressType }: { service: Service; node: Node | undefined; addressType: string },
): Endpoint | undefined {
  const { metadata, spec, status } = pod;
  const addresses = (status.podIPs ?? []).flatMap(({ ip }) =>
    ip && (ip.includes(':') ? 'IPv6' : 'IPv4') === addressType ? [ip] : [],
  );
  if (addresses.length === 0) return undefined;
  const serving = isPodReady(pod);
  const terminating = metadata.deletionTimestamp !== undefined;
  const ready = Boolean(service.spec.publishNotReadyAddresses) || (serving && !terminating);
  const zone = node?.metadata.labels?.[zoneLabel];
  const hostname = hostnameOf(pod, service);
  const hints = hintsFor(service, { zone, nodeName: spec.nodeName, ready });
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && { hostname }),
    targetRef: { kind: 'Pod', namespace: metadata.namespace ?? '', name: metadata.name ?? '', uid: metadata.uid ?? '' },
    ...(spec.nodeName && { nodeName: spec.nodeName }),
    ...(zone && { zone }),
    ...(hints && { hints }),
  };
}

function hintsFor(
  { spec }: Service,
  { zone, nodeName, ready }: { zone: string | undefined; nodeName: string | undefined; ready: boolean },
): Endpoint['hints'] | undefined {
  const distribution = spec.trafficDistribution;
  if (!ready || distribution === undefined || zone === undefined) return undefined;
  const forZones = [{ name: zone }];
  if (distribution === 'PreferSameNode' && nodeName) return { forZones, forNodes: [{ name: nodeName }] };
  return distribution === 'PreferClose' || distribution === 'PreferSameZone' ? { forZones } : undefined;
}

function sliceLabels(service: Service): { [key: string]: string } {
  const { labels = {}, name = '' } = service.metadata;
  return {
    ...Object.fromEntries(Object.entries(labels).filter(([key]) => !reserved.has(key))),
    ...(!hasClusterIp(service) && { [headlessLabel]: '' }),
    [serviceNameLabel]: name,
    [managedByLabel]: sliceControllerName,
  };
}

export function slicePrefix(name: string): string {
  return checkDns1123Subdomain(`${name}-a`).length > 0 ? name : `${name}-`;
}

function newSlice(
  service: Service,
  { addressType, ports }: { addressType: string; ports: EndpointPort[] },
): EndpointSlice {
  const { name = '', namespace = '' } = service.metadata;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: slicePrefix(name),
      namespace,
      labels: sliceLabels(service),
      ownerReferences: [controllerReference({ apiVersion: 'v1', kind: 'Service', metadata: service.metadata })],
    },
    addressType,
    ports,
    endpoints: [],
  };
}

function isSameButName(a: EndpointSlice, b: EndpointSlice): boolean {
  return (
    jsonEqual(a.metadata.labels ?? {}, b.metadata.labels ?? {}) &&
    (a.endpoints ?? []).length === (b.endpoints ?? []).length &&
    portsKey(a.ports ?? []) === portsKey(b.ports ?? [])
  );
}
