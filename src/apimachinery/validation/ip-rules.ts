// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go (v1.36)

import { goQuote } from '../meta/index.js';
import type { FieldError } from './field-error.js';
import type { FieldPath } from './field-path.js';
import {
  type Cidr,
  formatCidr,
  formatIp,
  type IpAddress,
  isIpv4,
  networkAddress,
  parseCidrSloppy,
  parseIpSloppy,
} from './ip-address.js';

/** Fields that are older than the strict rules may keep their existing values. */
export interface LegacyOptions {
  readonly strict: boolean;
  readonly validOldValues?: readonly string[];
}

/** The rules of legacy fields, which accept sloppy addresses. */
export function validateIpForLegacyField(value: string, path: FieldPath, options: LegacyOptions): FieldError[] {
  if (options.validOldValues?.includes(value)) return [];
  const problems = ipProblems(value, parseIpSloppy(value), options);
  return withOrigin(path, value, { problems, origin: 'format=ip-sloppy' });
}

/** The rules of new fields: an address in canonical form. */
export function validateIp(value: string, path: FieldPath): FieldError[] {
  const address = parseIpSloppy(value);
  const problems = ipProblems(value, address, { strict: true });
  if (problems.length === 0 && address) problems.push(...canonicalProblems(value, formatIp(address)));
  return withOrigin(path, value, { problems, origin: 'format=ip-strict' });
}

/** Validates a CIDR block of a field that has always accepted odd forms. */
export function validateCidrForLegacyField(value: string, path: FieldPath, options: LegacyOptions): FieldError[] {
  if (options.validOldValues?.includes(value)) return [];
  return cidrProblems(parseCidrSloppy(value), options).map((problem) => path.invalid(value, problem));
}

/** Validates a CIDR block. */
export function validateCidr(value: string, path: FieldPath): FieldError[] {
  const cidr = parseCidrSloppy(value);
  const problems = cidrProblems(cidr, { strict: true });
  if (problems.length === 0 && cidr) problems.push(...canonicalProblems(value, formatCidr(cidr)));
  return problems.map((problem) => path.invalid(value, problem));
}

/** An address with a prefix length: 10.9.8.7/24. */
export function validateInterfaceAddress(value: string, path: FieldPath): FieldError[] {
  const cidr = parseCidrSloppy(value);
  if (cidr === undefined) {
    const problem = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
    return [path.invalid(value, problem)];
  }
  const { address, prefixLength } = cidr;
  const shownLength = isIpv4(address) && prefixLength > 32 ? prefixLength - 96 : prefixLength;
  const problems = canonicalProblems(value, `${formatIp(address)}/${shownLength}`);
  return problems.map((problem) => path.invalid(value, problem));
}

/** Warnings for a value that a legacy field accepted. */
export function ipWarnings(value: string, path: FieldPath): string[] {
  const address = parseIpSloppy(value);
  if (address === undefined) return [];
  const canonical = goQuote(formatIp(address));
  if (address.hasLeadingZeros || isMapped(address)) {
    return [`${path}: non-standard IP address ${goQuote(value)} is invalid: use ${canonical}`];
  }
  if (address.isIpv4Text || formatIp(address) === value) return [];
  return [`${path}: IPv6 address ${goQuote(value)} should be in RFC 5952 canonical format (${canonical})`];
}

/** Warnings for a value that a legacy field accepted. */
export function cidrWarnings(value: string, path: FieldPath): string[] {
  const cidr = parseCidrSloppy(value);
  if (cidr === undefined) return [];
  const canonical = goQuote(formatCidr(cidr));
  const warnings: string[] = [];
  if (hasHostBits(cidr)) {
    const single = goQuote(`${formatIp(cidr.address)}/${cidr.address.isIpv4Text ? 32 : 128}`);
    warnings.push(
      `${path}: CIDR value ${goQuote(value)} is ambiguous in this context (should be ${canonical} or ${single}?)`,
    );
  }
  if (cidr.hasLeadingZeros || isMapped(cidr.address)) {
    warnings.push(`${path}: non-standard CIDR value ${goQuote(value)} is invalid: use ${canonical}`);
  }
  if (warnings.length > 0 || cidr.address.isIpv4Text || formatCidr(cidr) === value) return warnings;
  return [`${path}: IPv6 CIDR value ${goQuote(value)} should be in RFC 5952 canonical format (${canonical})`];
}

function ipProblems(
  value: string,
  address: IpAddress | undefined,
  { strict }: Pick<LegacyOptions, 'strict'>,
): string[] {
  if (address === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (!strict) return [];
  if (address.hasLeadingZeros) return ['must not have leading 0s'];
  return isMapped(address) && value.includes(':') ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

function cidrProblems(cidr: Cidr | undefined, { strict }: Pick<LegacyOptions, 'strict'>): string[] {
  if (cidr === undefined) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  if (!strict) return [];
  if (cidr.hasLeadingZeros) return ['must not have leading 0s in IP or prefix length'];
  if (isMapped(cidr.address)) return ['must not have an IPv4-mapped IPv6 address'];
  return hasHostBits(cidr) ? ['must not have bits set beyond the prefix length'] : [];
}

function canonicalProblems(value: string, canonical: string): string[] {
  return value === canonical ? [] : [`must be in canonical form (${goQuote(canonical)})`];
}

function isMapped(address: IpAddress): boolean {
  return !address.isIpv4Text && isIpv4(address);
}

function hasHostBits(cidr: Cidr): boolean {
  const { groups } = networkAddress(cidr);
  return groups.some((group, index) => group !== cidr.address.groups[index]);
}

function withOrigin(
  path: FieldPath,
  value: string,
  { problems, origin }: { problems: readonly string[]; origin: string },
): FieldError[] {
  return problems.map((problem) => ({ ...path.invalid(value, problem), origin }));
}
