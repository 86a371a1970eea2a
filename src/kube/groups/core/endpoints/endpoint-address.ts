// Follows pkg/apis/core/validation/validation.go (v1.36)

import { type FieldError, type FieldPath, parseIpSloppy } from '../../../../apimachinery/validation/index.js';

/** Validates an endpoint address: loopback, link-local and similar addresses are rejected. */
export function validateEndpointAddress(text: string, path: FieldPath): FieldError[] {
  const address = parseIpSloppy(text);
  if (address === undefined) return [path.invalid(text, 'must be a valid IP address')];
  return specialRangesOf(address.groups)
    .map((range) => (range === 'unspecified' ? `may not be unspecified (${text})` : `may not be in the ${range}`))
    .map((problem) => path.invalid(text, problem));
}

/** Returns upstream's messages for the special ranges that contain the address. */
function specialRangesOf(groups: readonly number[]): string[] {
  const [first = 0, , , , , , high = 0, low = 0] = groups;
  const hasNoPrefix = groups.slice(0, 5).every((group) => group === 0);
  if (hasNoPrefix && groups[5] === 0xffff) return specialIpv4Ranges(high, low);
  if (hasNoPrefix && groups[5] === 0 && high === 0 && low === 0) return ['unspecified'];
  if (hasNoPrefix && groups[5] === 0 && high === 0 && low === 1) return [loopback];
  if ((first & 0xffc0) === 0xfe80) return [linkLocal];
  return (first & 0xff0f) === 0xff02 ? [multicast] : [];
}

const loopback = 'loopback range (127.0.0.0/8, ::1/128)';
const linkLocal = 'link-local range (169.254.0.0/16, fe80::/10)';
const multicast = 'link-local multicast range (224.0.0.0/24, ff02::/10)';

function specialIpv4Ranges(high: number, low: number): string[] {
  if (high === 0 && low === 0) return ['unspecified'];
  if (high >> 8 === 127) return [loopback];
  if (high === 0xa9fe) return [linkLocal];
  return high === 0xe000 && low >> 8 === 0 ? [multicast] : [];
}
