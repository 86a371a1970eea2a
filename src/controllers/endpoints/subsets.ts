// Follows pkg/api/v1/endpoints/util.go (v1.36)
import type { EndpointAddress, EndpointPort, EndpointSubset } from '../../api/core/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import { fnv128a } from '../workload/pod-template-hash/fnv.js';
import { goText } from '../workload/pod-template-hash/go-text.js';

interface OfPort {
  /** Undefined: addresses without ports. */
  readonly port: EndpointPort | undefined;
  readonly addresses: Map<string, { readonly address: EndpointAddress; readonly isReady: boolean }>;
}

/** Returns the same endpoints, so that ports with the same addresses share a subset. */
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const byAddresses = new Map<string, EndpointSubset>();
  for (const { port, addresses } of byPort(subsets).values()) {
    const keys = [...addresses].map(([key, { isReady }]) => compositeKey(key, String(isReady)));
    const key = compositeKey(...keys.sort());
    const subset = byAddresses.get(key) ?? subsetOf([...addresses.values()]);
    byAddresses.set(key, port ? { ...subset, ports: [...(subset.ports ?? []), port] } : subset);
  }
  const repacked = [...byAddresses.values()].map(
    (subset): EndpointSubset => (subset.ports ? { ...subset, ports: byHash(subset.ports, 'v1.EndpointPort') } : subset),
  );
  return byHash(repacked, 'v1.EndpointSubset');
}

function byHash<Item extends EndpointPort | EndpointSubset>(items: readonly Item[], type: string): Item[] {
  if (items.length < 2) return [...items];
  const hashed = items.map((item) => ({ item, hash: fnv128a(Buffer.from(goText(type, item))) }));
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ item }) => item);
}

function byPort(subsets: readonly EndpointSubset[]): Map<string, OfPort> {
  const found = new Map<string, OfPort>();
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const key = portKey(port);
      const ofPort = found.get(key) ?? { port, addresses: new Map() };
      found.set(key, ofPort);
      for (const address of addresses) {
        const known = ofPort.addresses.get(addressKey(address));
        // An address that is listed as not ready as well is not ready.
        if (!known) ofPort.addresses.set(addressKey(address), { address, isReady: true });
      }
      for (const address of notReadyAddresses) ofPort.addresses.set(addressKey(address), { address, isReady: false });
    }
  }
  return found;
}

function portKey(port: EndpointPort | undefined): string {
  if (!port) return '';
  return compositeKey(port.name ?? '', String(port.port), port.protocol ?? '', port.appProtocol ?? '');
}

function addressKey({ ip, targetRef }: EndpointAddress): string {
  return compositeKey(ip, targetRef?.uid ?? '');
}

function subsetOf(all: readonly { readonly address: EndpointAddress; readonly isReady: boolean }[]): EndpointSubset {
  const ofState = (wanted: boolean) =>
    all
      .filter(({ isReady }) => isReady === wanted)
      .map(({ address }) => address)
      .sort(byIpAndUid);
  const [addresses, notReadyAddresses] = [ofState(true), ofState(false)];
  return { ...(addresses.length > 0 && { addresses }), ...(notReadyAddresses.length > 0 && { notReadyAddresses }) };
}

function byIpAndUid(a: EndpointAddress, b: EndpointAddress): number {
  if (a.ip !== b.ip) return a.ip < b.ip ? -1 : 1;
  return (a.targetRef?.uid ?? '') < (b.targetRef?.uid ?? '') ? -1 : 1;
}
