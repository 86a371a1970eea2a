// Follows pkg/controller/endpointslicemirroring/reconciler.go (v1.36)
// Follows pkg/controller/endpointslicemirroring/utils.go (v1.36)
import type { EndpointAddress, EndpointPort, Endpoints } from '../../api/core/v1.js';
import type { Endpoint, EndpointSlice } from '../../api/discovery/v1.js';
import { compositeKey, jsonEqual } from '../../apimachinery/meta/index.js';
import { formatIp, isIpv4, parseIpSloppy } from '../../apimachinery/validation/index.js';
import {
  endpointKey,
  managedByLabel,
  portsKey,
  type SliceChanges,
  serviceNameLabel,
  slicePrefix,
} from '../endpoints/endpoint-slices.js';
import { repackSubsets } from '../endpoints/subsets.js';
import { triggerAnnotation } from '../endpoints/trigger-times.js';
import { controllerReference } from '../workload/controller-reference.js';

export const mirroringControllerName = 'endpointslicemirroring-controller.k8s.io';
const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';
const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader';
const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';
export const maxEndpointsPerSubset = 1000;

export interface MirroredSlices {
  readonly changes: SliceChanges;
  /** Number of addresses that are no addresses. */
  readonly invalid: number;
  /** Number of all addresses that are not mirrored. */
  readonly skipped: number;
}

export function isMirrored({ metadata }: Endpoints): boolean {
  return metadata.labels?.[skipLabel] !== 'true' && metadata.annotations?.[leaderAnnotation] === undefined;
}

interface Desired {
  readonly addressType: string;
  readonly ports: EndpointPort[];
  readonly endpoints: Map<string, Endpoint>;
}

/** What is to be changed, so that slices have the addresses that an Endpoints object has: one slice for each subset. */
export function planMirror(endpoints: Endpoints, existing: readonly EndpointSlice[]): MirroredSlices {
  const { desired, invalid, skipped } = desiredSlices(endpoints);
  const changes: SliceChanges = { create: [], update: [], delete: [] };
  const keyOfSlice = ({ ports, addressType }: EndpointSlice): string => sliceKey(addressType, ports ?? []);
  for (const [key, wanted] of desired) {
    const ofKey = existing.filter((slice) => keyOfSlice(slice) === key);
    planSlice(endpoints, wanted, { existing: ofKey, changes });
  }
  changes.delete.push(...existing.filter((slice) => !desired.has(keyOfSlice(slice))));
  recycle(changes);
  return { changes, invalid, skipped };
}

function desiredSlices({ subsets = [] }: Endpoints): {
  desired: Map<string, Desired>;
  invalid: number;
  skipped: number;
} {
  const desired = new Map<string, Desired>();
  let [invalid, skipped] = [0, 0];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of repackSubsets(subsets)) {
    const slicePorts = ports.map(({ name = '', port, protocol = 'TCP', appProtocol }) => {
      return { name, port, protocol, ...(appProtocol !== undefined && { appProtocol }) };
    });
    for (const addressType of ['IPv4', 'IPv6']) {
      const key = sliceKey(addressType, slicePorts);
      if (!desired.has(key)) desired.set(key, { addressType, ports: slicePorts, endpoints: new Map() });
    }
    let added = 0;
    for (const [list, isReady] of [
      [addresses, true],
      [notReadyAddresses, false],
    ] as const) {
      for (const address of list) {
        if (added >= maxEndpointsPerSubset) break;
        const found = endpointOf(address, isReady);
        if (!found) {
          invalid++;
          continue;
        }
        desired
          .get(sliceKey(found.addressType, slicePorts))
          ?.endpoints.set(endpointKey(found.endpoint), found.endpoint);
        added++;
      }
    }
    skipped += addresses.length + notReadyAddresses.length - added;
  }
  return { desired, invalid, skipped };
}

function endpointOf(
  { ip, hostname, nodeName, targetRef }: EndpointAddress,
  ready: boolean,
): { addressType: string; endpoint: Endpoint } | undefined {
  const address = parseIpSloppy(ip);
  if (!address) return undefined;
  const endpoint: Endpoint = {
    addresses: [formatIp(address)],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(targetRef && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
  };
  return { addressType: isIpv4(address) ? 'IPv4' : 'IPv6', endpoint };
}

function planSlice(
  endpoints: Endpoints,
  wanted: Desired,
  { existing, changes }: { existing: readonly EndpointSlice[]; changes: SliceChanges },
): void {
  const [first, ...rest] = existing;
  if (wanted.endpoints.size === 0) {
    changes.delete.push(...existing);
    return;
  }
  changes.delete.push(...rest);
  const slice = sliceOf(endpoints, wanted);
  if (!first) changes.create.push(slice);
  else if (!isUpToDate(first, slice)) changes.update.push(named(slice, first));
}

function isUpToDate(current: EndpointSlice, wanted: EndpointSlice): boolean {
  const inOrder = ({ endpoints }: EndpointSlice): Endpoint[] =>
    [...(endpoints ?? [])].sort((a, b) => (endpointKey(a) < endpointKey(b) ? -1 : 1));
  return (
    jsonEqual(inOrder(current) as never, inOrder(wanted) as never) &&
    jsonEqual(current.metadata.labels ?? {}, wanted.metadata.labels ?? {}) &&
    jsonEqual(current.metadata.annotations ?? {}, wanted.metadata.annotations ?? {}) &&
    current.metadata.ownerReferences?.[0]?.uid === wanted.metadata.ownerReferences?.[0]?.uid
  );
}

function sliceOf({ metadata }: Endpoints, { addressType, ports, endpoints }: Desired): EndpointSlice {
  const { name = '', namespace = '', labels, annotations = {} } = metadata;
  const { [triggerAnnotation]: _trigger, [lastAppliedAnnotation]: _applied, ...kept } = annotations;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: slicePrefix(name),
      namespace,
      labels: { ...labels, [serviceNameLabel]: name, [managedByLabel]: mirroringControllerName },
      annotations: kept,
      ownerReferences: [controllerReference({ apiVersion: 'v1', kind: 'Endpoints', metadata })],
    },
    addressType,
    ports,
    endpoints: [...endpoints.values()],
  };
}

/** As upstream: an update replaces all metadata of the slice but its name. */
function named({ metadata, ...slice }: EndpointSlice, { metadata: old }: EndpointSlice): EndpointSlice {
  const { generateName: _generated, ...rest } = metadata;
  return { ...slice, metadata: { ...rest, name: old.name ?? '' } };
}

/** A slice that is to be deleted becomes one that is to be created, of the same type. */
function recycle({ create, update, delete: remove }: SliceChanges): void {
  for (const wanted of [...create]) {
    const at = remove.findIndex(({ addressType }) => addressType === wanted.addressType);
    const [old] = at < 0 ? [] : remove.splice(at, 1);
    if (!old) continue;
    create.splice(create.indexOf(wanted), 1);
    update.push(named(wanted, old));
  }
}

function sliceKey(addressType: string, ports: readonly EndpointPort[] | NonNullable<EndpointSlice['ports']>): string {
  // Ports of Endpoints have the same fields.
  return compositeKey(addressType, portsKey(ports as NonNullable<EndpointSlice['ports']>));
}
