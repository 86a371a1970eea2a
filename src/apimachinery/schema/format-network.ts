// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/default.go (v1.36)

/** An IPv4 address, possibly with leading zeros, or an IPv6 address that ends with one. */
export function isIpv4(text: string): boolean {
  return text.includes('.') && isIp(text, { leadingZeros: true });
}

export function isIpv6(text: string): boolean {
  return text.includes(':') && isIp(text, { leadingZeros: false });
}

export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0 || !/^[0-9]{1,7}$/.test(text.slice(slash + 1))) return false;
  const address = text.slice(0, slash);
  const bits = Number(text.slice(slash + 1));
  return isIp(address, { leadingZeros: true }) && bits <= (address.includes(':') ? 128 : 32);
}

/** 6, 8 or 20 octets: `01:23:45:67:89:ab`, `01-23-45-67-89-ab`, `0123.4567.89ab`. */
export function isMac(text: string): boolean {
  if (text.length > 60) return false;
  const octets = text.split(text[2] === '-' ? '-' : ':');
  if (octets.every((octet) => /^[0-9a-fA-F]{2}$/.test(octet))) return [6, 8, 20].includes(octets.length);
  const pairs = text.split('.');
  return pairs.every((pair) => /^[0-9a-fA-F]{4}$/.test(pair)) && [3, 4, 10].includes(pairs.length);
}

interface IpRules {
  readonly leadingZeros: boolean;
}

function isIp(text: string, rules: IpRules): boolean {
  if (text.length > 64) return false;
  return text.includes(':') ? isColonSeparated(text, rules) : isDotted(text, rules);
}

function isDotted(text: string, { leadingZeros }: IpRules): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => /^[0-9]+$/.test(part) && Number(part) <= 255 && (leadingZeros || !/^0[0-9]/.test(part)))
  );
}

/** Eight 16-bit groups, one run of zero groups abbreviated as `::`, the last two possibly in dotted form. */
function isColonSeparated(text: string, rules: IpRules): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  let count = groups[0]!.length + (groups[1]?.length ?? 0);
  const tail = groups.at(-1)!;
  if (tail.at(-1)?.includes('.')) {
    if (!isDotted(tail.pop()!, rules)) return false;
    count++;
  }
  if (!groups.flat().every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}
