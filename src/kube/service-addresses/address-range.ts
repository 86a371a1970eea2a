// Follows pkg/registry/core/service/ipallocator/ipallocator.go (v1.36)

import {
  formatCidr,
  formatIp,
  type IpAddress,
  isIpv4,
  networkAddress,
  parseCidrSloppy,
  parseIpSloppy,
} from '../../apimachinery/validation/index.js';

export type IpFamily = 'IPv4' | 'IPv6';

/** Addresses as integers, IPv4 in mapped form. */
type Address = bigint;

/** A network for service IPs, without the network address and the IPv4 broadcast address. */
export class AddressRange {
  /** In canonical form. */
  readonly text: string;
  readonly family: IpFamily;
  /** The network address, which is never allocated. */
  readonly networkText: string;
  readonly #first: Address;
  readonly #last: Address;
  /** Start of the dynamic band. Addresses below are preferably left for explicit requests. */
  readonly #dynamicFirst: Address;

  constructor(cidr: string) {
    const parsed = parseCidrSloppy(cidr);
    if (parsed === undefined) throw new Error(`${cidr} is not a valid CIDR`);
    const network = networkAddress(parsed);
    const isV4 = parsed.address.isIpv4Text;
    const size = 1n << BigInt((isV4 ? 32 : 128) - parsed.prefixLength);
    this.text = formatCidr(parsed);
    this.family = isV4 ? 'IPv4' : 'IPv6';
    this.networkText = formatIp(network);
    this.#first = numberOf(network) + 1n;
    this.#last = numberOf(network) + size - (isV4 ? 2n : 1n);
    this.#dynamicFirst = this.#first + reservedForRequests(size);
  }

  get first(): string {
    return textOf(this.#first);
  }

  /** The number of addresses. */
  get size(): number {
    return Number(this.#last - this.#first + 1n);
  }

  has(address: IpAddress): boolean {
    const number = numberOf(address);
    return number >= this.#first && number <= this.#last;
  }

  /** Yields every address once: the dynamic band first, then the static one, each from a random offset. */
  *candidates(random: () => number): Generator<string> {
    yield* roundFrom(random, this.#dynamicFirst, this.#last);
    yield* roundFrom(random, this.#first, this.#dynamicFirst - 1n);
  }
}

export function familyOf(address: string): IpFamily {
  const parsed = parseIpSloppy(address);
  return parsed !== undefined && !isIpv4(parsed) ? 'IPv6' : 'IPv4';
}

/** A sixteenth of the range, at least 16 and at most 256; none of ranges of up to 16 addresses. */
function reservedForRequests(size: bigint): bigint {
  if (size <= 16n) return 0n;
  const share = size / 16n;
  return share < 16n ? 16n : share > 256n ? 256n : share;
}

function* roundFrom(random: () => number, first: Address, last: Address): Generator<string> {
  if (last < first) return;
  const size = last - first + 1n;
  const start = (BigInt(Math.floor(random() * 2 ** 53)) * size) >> 53n;
  for (let step = 0n; step < size; step++) yield textOf(first + ((start + step) % size));
}

function numberOf({ groups }: IpAddress): Address {
  return groups.reduce((number, group) => (number << 16n) | BigInt(group), 0n);
}

function textOf(address: Address): string {
  const groups = Array.from({ length: 8 }, (_, index) => Number((address >> BigInt(112 - 16 * index)) & 0xffffn));
  return formatIp({ groups, isIpv4Text: false, hasLeadingZeros: false });
}
