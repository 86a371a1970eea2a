// Follows staging/src/k8s.io/apiserver/pkg/cel/library/ip.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/ip.go (v1.36)

import { clipText, goQuote } from '../../meta/index.js';
import {
  formatIp,
  type IpAddress,
  isGlobalUnicast,
  isIpv4,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
} from '../../validation/index.js';
import { scaled } from '../cost/estimates.js';
import { sizeOf } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, type FunctionDeclaration, member, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import { CelReference } from '../reference.js';
import { type CelType, opaqueOf } from '../types.js';
import { BOOL, INT, STRING } from '../values.js';
import { attempt } from './attempt.js';
import { reading } from './costs.js';
import { AddressError, parseAddress } from './net-address.js';

export const IP_TYPE: CelType<CelIp> = opaqueOf<CelIp>('net.IP');

/** An IP address, as `ip()` returns it. */
export class CelIp extends CelReference {
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  get type(): CelType {
    return IP_TYPE;
  }

  override equals(other: unknown): boolean {
    return other instanceof CelIp && sameAddress(this.address, other.address);
  }
}

export function sameAddress(a: IpAddress, b: IpAddress): boolean {
  return a.isIpv4Text === b.isIpv4Text && a.groups.every((group, index) => group === b.groups[index]);
}

export function parseIp(text: string): CelIp {
  let address: ReturnType<typeof parseAddress>;
  try {
    address = parseAddress(text);
  } catch (thrown) {
    if (!(thrown instanceof AddressError)) throw thrown;
    throw new CelFailure(
      `IP Address ${goQuote(clipText(text, 256))} parse error during conversion from string: ${thrown.message}`,
    );
  }
  if (address.zone !== '') throw new CelFailure(`IP address ${goQuote(text)} with zone value is not allowed`);
  if (isMapped(address)) throw new CelFailure(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  return new CelIp(address);
}

/** Whether it is an IPv4-mapped IPv6 address. */
export function isMapped(address: IpAddress): boolean {
  return !address.isIpv4Text && isIpv4(address);
}

function predicate(name: string, id: string, test: (address: IpAddress) => boolean): FunctionDeclaration {
  return defineFunction(
    name,
    member({ id, parameters: [IP_TYPE], result: BOOL, evaluate: ({ address }) => test(address) }),
  );
}

/** IP addresses: without zones, and not IPv4-mapped. */
export const ipLibrary: CelLibrary = {
  name: 'kubernetes.net.ip',
  types: [IP_TYPE],
  functions: () => [
    defineFunction(
      'ip',
      overload({
        id: 'string_to_ip',
        parameters: [STRING],
        result: IP_TYPE,
        evaluate: parseIp,
        ...reading,
      }),
    ),
    defineFunction(
      'isIP',
      overload({
        id: 'is_ip',
        parameters: [STRING],
        result: BOOL,
        evaluate: (text) => attempt(() => parseIp(text)) !== undefined,
        ...reading,
      }),
    ),
    defineFunction(
      'ip.isCanonical',
      overload({
        id: 'ip_is_canonical',
        parameters: [STRING],
        result: BOOL,
        evaluate: (text) => formatIp(parseIp(text).address) === text,
        // Parsed, then compared.
        cost: (text) => Math.ceil(sizeOf(text) * 2 * 0.1),
        estimate: ({ operands: [text] }) => ({ cost: scaled(text!.size, 0.2) }),
      }),
    ),
    defineFunction(
      'family',
      member({
        id: 'ip_family',
        parameters: [IP_TYPE],
        result: INT,
        evaluate: ({ address }) => (address.isIpv4Text ? 4 : 6),
      }),
    ),
    predicate('isUnspecified', 'ip_is_unspecified', isUnspecified),
    predicate('isLoopback', 'ip_is_loopback', isLoopback),
    predicate('isLinkLocalMulticast', 'ip_is_link_local_multicast', isLinkLocalMulticast),
    predicate('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocalUnicast),
    predicate('isGlobalUnicast', 'ip_is_global_unicast', isGlobalUnicast),
    defineFunction(
      'string',
      overload({
        id: 'ip_to_string',
        parameters: [IP_TYPE],
        result: STRING,
        evaluate: ({ address }) => formatIp(address),
      }),
    ),
  ],
};
