// Follows pkg/controller/servicecidrs/servicecidrs_controller.go (v1.36)
// Follows pkg/api/servicecidr/servicecidr.go (v1.36)
import type { IPAddress, ServiceCIDR } from '../../api/networking/v1.js';
import {
  type Cidr,
  type IpAddress,
  isIpv4,
  networkAddress,
  parseCidrSloppy,
  parseIpSloppy,
} from '../../apimachinery/validation/index.js';

const managedByLabel = 'ipaddress.kubernetes.io/managed-by';
const allocatorName = 'ipallocator.k8s.io';

/** The blocks that contain an address of a service; none if something else manages it. */
export function containing(address: IPAddress, all: readonly ServiceCIDR[]): ServiceCIDR[] {
  if (address.metadata.labels?.[managedByLabel] !== allocatorName) return [];
  const parsed = parseIpSloppy(address.metadata.name ?? '');
  return parsed ? all.filter((object) => cidrsOf(object).some((cidr) => contains(cidr, parsed))) : [];
}

/** The blocks that have addresses in common with another one, which is one of them. */
export function overlapping(object: ServiceCIDR, all: readonly ServiceCIDR[]): ServiceCIDR[] {
  return all.filter((other) =>
    cidrsOf(other).some((cidr) => cidrsOf(object).some((own) => includes(cidr, own) || includes(own, cidr))),
  );
}

/** Whether a block may go: others contain it, or no address is in this one alone. */
export function canDelete(
  object: ServiceCIDR,
  { all, addresses }: { all: readonly ServiceCIDR[]; addresses: readonly IPAddress[] },
): boolean {
  const { name } = object.metadata;
  const isContained = cidrsOf(object).every((own) =>
    all.some((other) => other.metadata.name !== name && cidrsOf(other).some((cidr) => includes(cidr, own))),
  );
  if (isContained) return true;
  return !addresses.some((address) => {
    const found = containing(address, all);
    return found.length === 1 && found[0]?.metadata.name === name;
  });
}

function cidrsOf({ spec }: ServiceCIDR): Cidr[] {
  return (spec?.cidrs ?? []).flatMap((text) => parseCidrSloppy(text) ?? []);
}

function includes(outer: Cidr, inner: Cidr): boolean {
  return outer.prefixLength <= inner.prefixLength && contains(outer, inner.address);
}

function contains(cidr: Cidr, address: IpAddress): boolean {
  if (isIpv4(cidr.address) !== isIpv4(address)) return false;
  const { isIpv4Text } = cidr.address;
  const network = networkAddress(cidr).groups;
  const masked = networkAddress({ ...cidr, address: { ...address, isIpv4Text } }).groups;
  return network.every((group, index) => group === masked[index]);
}
