// Follows staging/src/k8s.io/apiserver/pkg/cel/library/cidr.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/cidr.go (v1.36)

import { goQuote } from '../../meta/index.js';
import { type Cidr, formatIp, type IpAddress, networkAddress } from '../../validation/index.js';
import { type CallEstimate, type CallSite, type CostEstimate, ONE, plus, traversal } from '../cost/estimates.js';
import { traversalCost } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, member, overload } from '../declarations.js';
import { CelFailure, noSuchOverload } from '../failure.js';
import { CelReference } from '../reference.js';
import { type CelType, opaqueOf } from '../types.js';
import { BOOL, INT, STRING } from '../values.js';
import { attempt } from './attempt.js';
import { reading } from './costs.js';
import { CelIp, IP_TYPE, isMapped, parseIp, sameAddress } from './ip.js';
import { AddressError, parsePrefix } from './net-address.js';

const CIDR_TYPE: CelType<CelCidr> = opaqueOf<CelCidr>('net.CIDR');

/** A CIDR block, as `cidr()` returns it. */
export class CelCidr extends CelReference {
  readonly cidr: Cidr;

  constructor(cidr: Cidr) {
    super();
    this.cidr = cidr;
  }

  get type(): CelType {
    return CIDR_TYPE;
  }

  override equals(other: unknown): boolean {
    return (
      other instanceof CelCidr &&
      this.cidr.prefixLength === other.cidr.prefixLength &&
      sameAddress(this.cidr.address, other.cidr.address)
    );
  }
}

/** Upstream repeats this text. */
const PROBLEM = 'network address parse error during conversion from string: ';

function parseCidr(text: string): CelCidr {
  let cidr: Cidr;
  try {
    cidr = parsePrefix(text);
  } catch (thrown) {
    throw thrown instanceof AddressError ? new CelFailure(PROBLEM + PROBLEM + thrown.message) : thrown;
  }
  if (isMapped(cidr.address)) {
    throw new CelFailure(`${PROBLEM}IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  }
  return new CelCidr(cidr);
}

function containsAddress({ cidr }: CelCidr, address: IpAddress): boolean {
  return sameAddress(networkAddress({ ...cidr, address }), networkAddress(cidr));
}

function containsIpText(cidr: CelCidr, text: string): boolean {
  const ip = attempt(() => parseIp(text));
  // Upstream does not report what is wrong with the address.
  if (!ip) throw noSuchOverload();
  return containsAddress(cidr, ip.address);
}

function containsCidr(outer: CelCidr, { cidr: inner }: CelCidr): boolean {
  return outer.cidr.prefixLength <= inner.prefixLength && containsAddress(outer, inner.address);
}

// ---- cost: parsing of text operands, then comparison of the prefix bytes

function prefixBytes({ cidr }: CelCidr): number {
  return Math.ceil(cidr.prefixLength / 8);
}

function containsIpCost(cidr: CelCidr): number {
  return Math.ceil(prefixBytes(cidr) * 2 * 0.1);
}

function containsCidrCost(cidr: CelCidr): number {
  return containsIpCost(cidr) + Math.ceil(prefixBytes(cidr) * 0.1) + 1;
}

const ADDRESS_BYTES = { min: 4, max: 16 };
const CONTAINS_IP: CostEstimate = traversal(plus(ADDRESS_BYTES, ADDRESS_BYTES));
const CONTAINS_CIDR: CostEstimate = plus(plus(CONTAINS_IP, traversal(ADDRESS_BYTES)), ONE);

function withText(cost: CostEstimate): (site: CallSite) => CallEstimate {
  return ({ operands: [, text] }) => ({ cost: plus(cost, traversal(text!.size)) });
}

/** CIDRs: addresses with a prefix length; the address may have bits set beyond the prefix. */
export const cidrLibrary: CelLibrary = {
  name: 'kubernetes.net.cidr',
  types: [CIDR_TYPE],
  functions: () => [
    defineFunction(
      'cidr',
      overload({
        id: 'string_to_cidr',
        parameters: [STRING],
        result: CIDR_TYPE,
        evaluate: parseCidr,
        ...reading,
      }),
    ),
    defineFunction(
      'isCIDR',
      overload({
        id: 'is_cidr',
        parameters: [STRING],
        result: BOOL,
        evaluate: (text) => attempt(() => parseCidr(text)) !== undefined,
        ...reading,
      }),
    ),
    defineFunction(
      'containsIP',
      member({
        id: 'cidr_contains_ip_string',
        parameters: [CIDR_TYPE, STRING],
        result: BOOL,
        evaluate: containsIpText,
        cost: (cidr, text) => containsIpCost(cidr) + traversalCost(text),
        estimate: withText(CONTAINS_IP),
      }),
      member({
        id: 'cidr_contains_ip_ip',
        parameters: [CIDR_TYPE, IP_TYPE],
        result: BOOL,
        evaluate: (cidr, ip) => containsAddress(cidr, ip.address),
        cost: containsIpCost,
        estimate: () => ({ cost: CONTAINS_IP }),
      }),
    ),
    defineFunction(
      'containsCIDR',
      member({
        id: 'cidr_contains_cidr_string',
        parameters: [CIDR_TYPE, STRING],
        result: BOOL,
        evaluate: (cidr, text) => containsCidr(cidr, parseCidr(text)),
        cost: (cidr, text) => containsCidrCost(cidr) + traversalCost(text),
        estimate: withText(CONTAINS_CIDR),
      }),
      member({
        id: 'cidr_contains_cidr',
        parameters: [CIDR_TYPE, CIDR_TYPE],
        result: BOOL,
        evaluate: containsCidr,
        cost: containsCidrCost,
        estimate: () => ({ cost: CONTAINS_CIDR }),
      }),
    ),
    defineFunction(
      'ip',
      member({
        id: 'cidr_ip',
        parameters: [CIDR_TYPE],
        result: IP_TYPE,
        evaluate: ({ cidr }) => new CelIp(cidr.address),
      }),
    ),
    defineFunction(
      'masked',
      member({
        id: 'cidr_masked',
        parameters: [CIDR_TYPE],
        result: CIDR_TYPE,
        evaluate: ({ cidr }) => new CelCidr({ ...cidr, address: networkAddress(cidr) }),
      }),
    ),
    defineFunction(
      'prefixLength',
      member({
        id: 'cidr_prefix_length',
        parameters: [CIDR_TYPE],
        result: INT,
        evaluate: ({ cidr }) => cidr.prefixLength,
      }),
    ),
    defineFunction(
      'string',
      overload({
        id: 'cidr_to_string',
        parameters: [CIDR_TYPE],
        result: STRING,
        evaluate: ({ cidr }) => `${formatIp(cidr.address)}/${cidr.prefixLength}`,
      }),
    ),
  ],
};
