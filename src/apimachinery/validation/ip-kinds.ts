import type { IpAddress } from './ip-address.js';

// The groups of an IPv4 address are the last two of eight.

/** Whether an address is unspecified, such as `0.0.0.0`. */
export function isUnspecified({ groups, isIpv4Text }: IpAddress): boolean {
  return groups.slice(isIpv4Text ? 6 : 0).every((group) => group === 0);
}

/** Whether an address is a loopback address. */
export function isLoopback({ groups, isIpv4Text }: IpAddress): boolean {
  if (isIpv4Text) return groups[6]! >> 8 === 127;
  return groups[7] === 1 && groups.slice(0, 7).every((group) => group === 0);
}

function isMulticast({ groups, isIpv4Text }: IpAddress): boolean {
  return isIpv4Text ? groups[6]! >> 12 === 0xe : groups[0]! >> 8 === 0xff;
}

/** Whether an address is link-local multicast. */
export function isLinkLocalMulticast({ groups, isIpv4Text }: IpAddress): boolean {
  if (isIpv4Text) return groups[6] === 0xe000 && groups[7]! >> 8 === 0;
  return (groups[0]! & 0xff0f) === 0xff02;
}

/** Whether an address is link-local unicast. */
export function isLinkLocalUnicast({ groups, isIpv4Text }: IpAddress): boolean {
  return isIpv4Text ? groups[6] === 0xa9fe : (groups[0]! & 0xffc0) === 0xfe80;
}

function isBroadcast({ groups, isIpv4Text }: IpAddress): boolean {
  return isIpv4Text && groups[6] === 0xffff && groups[7] === 0xffff;
}

/** As Go defines it: not unspecified, broadcast, loopback, multicast or link-local. */
export function isGlobalUnicast(address: IpAddress): boolean {
  return ![isUnspecified, isBroadcast, isLoopback, isMulticast, isLinkLocalUnicast].some((test) => test(address));
}
