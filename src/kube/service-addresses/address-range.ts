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

/** Addresses as numbers, IPv4 ones in their mapped form: they differ by as much as their texts say. */
type Address = bigint;

/** A network from which services get their addresses: without its own address, and without the broadcast one of IPv4. */
export class AddressRange {
  /** In canonical form. */
  readonly text: string;
  readonly family: IpFamily;
  /** That of the network itself, which no service gets. */
  readonly networkText: string;
  readonly #first: Address;
  readonly #last: Address;
  /** Where the addresses begin that services get unless they ask for one; those before are left to who asks. */
  readonly #dynamicFirst: Address;

  constructor(cidr: string) {
    const parsed = parseCidrSloppy(cidr);
    if (parsed === undefined) throw new Error(`${cidr} is no network`);
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

  has(address: IpAddress): boolean {
    const number = numberOf(address);
    return number >= this.#first && number <= this.#last;
  }

  /** Every address once: first those that nobody asks for, then the others; each kind from a random one on. */
  *candidates(random: () => number): Generator<string> {
    yield* roundFrom(random, this.#dynamicFirst, this.#last);
    yield* roundFrom(random, this.#first, this.#dynamicFirst - 1n);
  }
}

export function familyOf(address: string): IpFamily {
  const parsed = parseIpSloppy(address);
  return parsed !== undefined && !isIpv4(parsed) ? 'IPv6' : 'IPv4';
}

/** A sixteenth of the range, but not less than 16 nor more than 256; nothing of a range that is as small as that. */
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
