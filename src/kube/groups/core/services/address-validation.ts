// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { ServiceSpec } from '../../../../api/core/v1.js';
import {
  type FieldError,
  FieldPath,
  type LegacyOptions,
  validateIpForLegacyField,
} from '../../../../apimachinery/validation/index.js';
import { duplicates } from '../../../field-checks.js';
import { familyOf } from '../../../service-addresses/index.js';
import { isExternalName, isHeadless } from './service.js';

const specPath = FieldPath.of('spec');
const addressesPath = specPath.child('clusterIPs');
const familiesPath = specPath.child('ipFamilies');
const policyPath = specPath.child('ipFamilyPolicy');

const supportedFamilies = ['IPv4', 'IPv6'];
const supportedPolicies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** Validates cluster IPs, IP families and the policy, and their consistency. */
export function validateAddresses(
  spec: ServiceSpec,
  { strict, old }: { strict: boolean; old: ServiceSpec | undefined },
): FieldError[] {
  if (isExternalName(spec)) return [];
  const { clusterIPs = [] } = spec;
  const malformed = addressErrors(clusterIPs, { strict, validOldValues: old?.clusterIPs ?? [] });
  const errors = [...firstAddressErrors(spec), ...familyErrors(spec), ...malformed];
  if (clusterIPs.length > 2) errors.push(addressesPath.invalid(clusterIPs, 'may only hold up to 2 values'));
  // Further errors for malformed addresses would be misleading.
  if (malformed.length > 0) return errors;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOf)).size < 2) {
    errors.push(addressesPath.invalid(clusterIPs, 'may specify no more than one IP for each IP family'));
  }
  return [...errors, ...mismatchErrors(spec)];
}

function firstAddressErrors({ clusterIP, clusterIPs = [] }: ServiceSpec): FieldError[] {
  if (!clusterIP) {
    if (clusterIPs.length === 0) return [];
    return [addressesPath.invalid(clusterIPs, 'must be empty when `clusterIP` is not specified')];
  }
  if (clusterIPs.length === 0) return [addressesPath.required()];
  if (clusterIPs[0] === clusterIP) return [];
  return [addressesPath.invalid(clusterIPs, 'first value must match `clusterIP`')];
}

function familyErrors({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec): FieldError[] {
  const errors: FieldError[] = [];
  const duplicated = duplicates();
  for (const [index, family] of ipFamilies.entries()) {
    const path = familiesPath.index(index);
    if (!supportedFamilies.includes(family)) errors.push(path.notSupported(family, supportedFamilies));
    errors.push(...duplicated(family, path));
  }
  if (ipFamilyPolicy !== undefined && !supportedPolicies.includes(ipFamilyPolicy)) {
    errors.push(policyPath.notSupported(ipFamilyPolicy, supportedPolicies));
  }
  return errors;
}

function addressErrors(clusterIPs: string[], rules: LegacyOptions): FieldError[] {
  return clusterIPs.flatMap((address, index) => {
    if (index > 0 || address !== 'None') {
      return validateIpForLegacyField(address, addressesPath.index(index), rules);
    }
    if (clusterIPs.length === 1) return [];
    return [addressesPath.invalid(clusterIPs, "'None' must be the first and only value")];
  });
}

function mismatchErrors(spec: ServiceSpec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (isHeadless(spec)) return [];
  return clusterIPs.slice(0, ipFamilies.length).flatMap((address, index) => {
    const family = ipFamilies[index]!;
    if (!supportedFamilies.includes(family) || familyOf(address) === family) return [];
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    return [addressesPath.index(index).invalid(address, detail)];
  });
}

interface Change {
  readonly spec: ServiceSpec;
  readonly old: ServiceSpec;
}

const fixed = 'may not change once set';

/**
 * The secondary address or family may change; the primary one is immutable, unless the service is or was of type
 * ExternalName.
 */
export function validateAddressChange(change: Change): FieldError[] {
  const { spec, old } = change;
  if (isExternalName(spec) || isExternalName(old)) return [];
  return [...clusterIpChangeErrors(change), ...familyChangeErrors(change)];
}

function clusterIpChangeErrors({ spec, old }: Change): FieldError[] {
  if (isHeadless(spec) && isHeadless(old)) return [];
  const [after, before] = [spec.clusterIPs ?? [], old.clusterIPs ?? []];
  if (after.length === before.length) {
    return before.flatMap((address, index) =>
      address === after[index] ? [] : [addressesPath.index(index).invalid(after, fixed)],
    );
  }
  const errors: FieldError[] = [];
  const first = addressesPath.index(0);
  if (after.length === 0) errors.push(first.invalid(null, 'primary clusterIP can not be unset'));
  if (after.length > 0 && before.length > 0 && after[0] !== before[0]) errors.push(first.invalid(after, fixed));
  if (after.length === 1 && before.length > 1) errors.push(...releaseErrors(spec, 'clusterIP'));
  return errors;
}

function familyChangeErrors({ spec, old }: Change): FieldError[] {
  if (isHeadless(spec) || isHeadless(old)) return [];
  const [after, before] = [spec.ipFamilies ?? [], old.ipFamilies ?? []];
  const first = familiesPath.index(0);
  if (after.length === before.length) {
    return before.flatMap((family, index) => (family === after[index] ? [] : [first.invalid(after, fixed)]));
  }
  const errors: FieldError[] = [];
  if (after.length < before.length && !spec.clusterIPs?.length) {
    errors.push(first.invalid(spec.ipFamilies ?? null, 'primary ipFamily can not be unset'));
  }
  if (after.length > 0 && before.length > 0 && after[0] !== before[0]) {
    errors.push(first.invalid(spec.clusterIPs ?? null, fixed));
  }
  if (after.length === 1 && before.length > 1) errors.push(...releaseErrors(spec, 'ipFamily'));
  return errors;
}

function releaseErrors({ ipFamilyPolicy }: ServiceSpec, what: string): FieldError[] {
  if (ipFamilyPolicy === 'SingleStack') return [];
  const detail = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  return [policyPath.invalid(ipFamilyPolicy ?? null, detail)];
}
