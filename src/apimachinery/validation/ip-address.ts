/** An address as the eight 16-bit groups of IPv6; IPv4 addresses are in mapped form, ::ffff:a.b.c.d. */
export interface IpAddress {
  readonly groups: readonly number[];
  /** Whether the text was an IPv4 address. */
  readonly isIpv4Text: boolean;
  /** Whether a number had leading zeros, which newer parsers reject. */
  readonly hasLeadingZeros: boolean;
}

/** A CIDR block. */
export interface Cidr {
  readonly address: IpAddress;
  /** As written: of 32 bits for IPv4, of 128 otherwise. */
  readonly prefixLength: number;
  readonly hasLeadingZeros: boolean;
}

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff];

/** Parses everything that Kubernetes has ever accepted, including leading zeros; undefined if it is not an address. */
export function parseIpSloppy(text: string): IpAddress | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): IpAddress | undefined {
  const parts = text.split('.', 5);
  if (parts.length !== 4 || !parts.every((part) => /^[0-9]+$/.test(part))) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
  if (a > 255 || b > 255 || c > 255 || d > 255) return undefined;
  return {
    groups: [...mappedPrefix, a * 256 + b, c * 256 + d],
    isIpv4Text: true,
    hasLeadingZeros: parts.some((part) => part.length > 1 && part.startsWith('0')),
  };
}

function parseIpv6(text: string): IpAddress | undefined {
  const halves = text.split('::', 3);
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  const before = readGroups(head, tail === undefined);
  const after = readGroups(tail ?? '', true);
  if (before === undefined || after === undefined) return undefined;
  const missing = 8 - before.groups.length - after.groups.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return {
    groups: [...before.groups, ...new Array<number>(missing).fill(0), ...after.groups],
    isIpv4Text: false,
    hasLeadingZeros: before.hasLeadingZeros || after.hasLeadingZeros,
  };
}

/** The groups between colons. Only at the end may the last two be written as IPv4. */
function readGroups(text: string, isEnd: boolean): { groups: number[]; hasLeadingZeros: boolean } | undefined {
  const parts = text === '' ? [] : text.split(':', 9);
  const groups: number[] = [];
  let hasLeadingZeros = false;
  for (const [index, part] of parts.entries()) {
    if (isEnd && index === parts.length - 1 && part.includes('.')) {
      const ipv4 = parseIpv4(part);
      if (ipv4 === undefined) return undefined;
      groups.push(...ipv4.groups.slice(6));
      hasLeadingZeros ||= ipv4.hasLeadingZeros;
    } else {
      const value = /^[0-9a-fA-F]+$/.test(part) ? Number.parseInt(part, 16) : Number.NaN;
      if (!(value <= 0xffff)) return undefined;
      groups.push(value);
      hasLeadingZeros ||= part.length > 4;
    }
  }
  return { groups, hasLeadingZeros };
}

/** Parses an address, a slash and a prefix length, as leniently as parseIpSloppy. */
export function parseCidrSloppy(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = parseIpSloppy(text.slice(0, slash));
  const length = text.slice(slash + 1);
  if (address === undefined || !/^[0-9]+$/.test(length)) return undefined;
  const prefixLength = Number(length);
  if (prefixLength > (address.isIpv4Text ? 32 : 128)) return undefined;
  const hasLeadingZeros = address.hasLeadingZeros || (length.length > 1 && length.startsWith('0'));
  return { address, prefixLength, hasLeadingZeros };
}

/** Whether it is an IPv4 address, in dotted or mapped form. */
export function isIpv4({ groups }: IpAddress): boolean {
  return mappedPrefix.every((group, index) => groups[index] === group);
}

/** The address with all bits after the prefix cleared. */
export function networkAddress({ address, prefixLength }: Cidr): IpAddress {
  const bits = address.isIpv4Text ? prefixLength + 96 : prefixLength;
  const groups = address.groups.map((group, index) => {
    const kept = Math.min(16, Math.max(0, bits - index * 16));
    return group & (0xffff << (16 - kept)) & 0xffff;
  });
  return { groups, isIpv4Text: address.isIpv4Text, hasLeadingZeros: false };
}

/** RFC 5952 for IPv6; IPv4 addresses always in dotted form. */
export function formatIp(address: IpAddress): string {
  return isIpv4(address) ? formatIpv4(address) : formatGroups(address.groups);
}

/** The network in canonical form. */
export function formatCidr(cidr: Cidr): string {
  const network = networkAddress(cidr);
  const isMapped = isIpv4(network) && !cidr.address.isIpv4Text;
  return `${formatIp(network)}/${isMapped ? cidr.prefixLength - 96 : cidr.prefixLength}`;
}

function formatIpv4({ groups }: IpAddress): string {
  const [high = 0, low = 0] = groups.slice(6);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

function formatGroups(groups: readonly number[]): string {
  const { start, length } = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== 0) start = index + 1;
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start };
  }
  return best;
}
