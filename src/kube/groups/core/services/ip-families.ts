// Follows pkg/registry/core/service/storage/alloc.go (v1.36)

import type { ServiceSpec } from '../../../../api/core/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { familyOf, type IpFamily } from '../../../service-addresses/index.js';
import { validateAddresses } from './address-validation.js';
import { areSame, isExternalName } from './service.js';

const specPath = FieldPath.of('spec');
const policyPath = specPath.child('ipFamilyPolicy');

interface Change {
  readonly spec: ServiceSpec;
  readonly old: ServiceSpec | undefined;
  /** Whether addresses must be in canonical form. */
  readonly strict: boolean;
}

/** PreferDualStack services keep their families even if the cluster configuration has changed. */
export function keepsPreferredFamilies({ spec, old }: Omit<Change, 'strict'>): boolean {
  const prefers = (policy: string | undefined): boolean => policy === 'PreferDualStack';
  if (old === undefined || old.type !== spec.type || !prefers(spec.ipFamilyPolicy)) return false;
  if (!['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type ?? '')) return false;
  if (old.ipFamilyPolicy !== undefined && !prefers(old.ipFamilyPolicy)) return false;
  return areSame(old.clusterIPs, spec.clusterIPs) && areSame(old.ipFamilies, spec.ipFamilies);
}

/**
 * Determines the IP families and policy of a service, in place. `families`: those of the cluster, the default first.
 * Returns the errors.
 */
export function settleIpFamilies(change: Change, families: readonly IpFamily[]): FieldError[] {
  const { spec, old } = change;
  if (isExternalName(spec) || keepsPreferredFamilies(change)) return [];
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isFreeHeadless(spec) ? 'RequireDualStack' : 'SingleStack');
  const malformed = validateAddresses(spec, change);
  if (malformed.length > 0) return malformed;
  const errors = [...reductionErrors(change), ...policyErrors(spec), ...inferFamilies(spec, families)];
  if (errors.length > 0) return errors;
  if (!isFreeHeadless(spec)) {
    const missing = missingFamilies(spec, families);
    if (missing.length > 0) return missing;
  }
  completeFamilies(spec, families);
  return [];
}

/** A headless service without selector may have endpoints of both families. */
export function isFreeHeadless({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === 'None' && Object.keys(selector).length === 0;
}

/** With policy SingleStack, drops the secondary address and family; otherwise they may not be removed. */
function reductionErrors({ spec, old }: Change): FieldError[] {
  if (old === undefined) return [];
  if (spec.ipFamilyPolicy === 'SingleStack') {
    if (areSame(old.clusterIPs, spec.clusterIPs)) spec.clusterIPs?.splice(1);
    if (areSame(old.ipFamilies, spec.ipFamilies)) spec.ipFamilies?.splice(1);
    return [];
  }
  const errors: FieldError[] = [];
  const refuse = (what: string): void => {
    errors.push(policyPath.invalid(spec.ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${what}`));
  };
  if (isReduced(spec.clusterIPs, old.clusterIPs)) refuse('cluster IP');
  if (isReduced(spec.ipFamilies, old.ipFamilies)) refuse('IP family');
  return errors;
}

function isReduced(list: readonly string[] = [], before: readonly string[] = []): boolean {
  return list.length > 0 && list.length < before.length;
}

function policyErrors({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return [];
  const needsBoth = (what: string): FieldError => {
    const detail = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    return policyPath.invalid(ipFamilyPolicy, detail);
  };
  return [
    ...(clusterIPs.length === 2 ? [needsBoth('cluster IPs')] : []),
    ...(ipFamilies.length === 2 ? [needsBoth('IP families')] : []),
  ];
}

/** Infers the families from the addresses. */
function inferFamilies(spec: ServiceSpec, families: readonly IpFamily[]): FieldError[] {
  const { clusterIPs = [] } = spec;
  const errors: FieldError[] = [];
  for (const [index, address] of clusterIPs.entries()) {
    if (address === 'None') break;
    if (index < (spec.ipFamilies?.length ?? 0)) continue;
    const family = familyOf(address);
    if (families.includes(family)) {
      spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    } else {
      const detail = `${family} is not configured on this cluster`;
      errors.push(specPath.child('clusterIPs').index(index).invalid(clusterIPs, detail));
    }
  }
  return errors;
}

function missingFamilies(spec: ServiceSpec, families: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.ipFamilyPolicy === 'RequireDualStack' && families.length < 2) {
    const detail = 'this cluster is not configured for dual-stack services';
    errors.push(policyPath.invalid(spec.ipFamilyPolicy, detail));
  }
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    if (families.includes(family)) continue;
    errors.push(specPath.child('ipFamilies').index(index).invalid(family, 'not configured on this cluster'));
  }
  return errors;
}

function completeFamilies(spec: ServiceSpec, families: readonly IpFamily[]): void {
  const first = spec.ipFamilies?.[0] ?? families[0] ?? 'IPv4';
  if (!spec.ipFamilies?.length) spec.ipFamilies = [first];
  const mayHaveBoth = families.length === 2 || isFreeHeadless(spec);
  if (spec.ipFamilyPolicy !== 'SingleStack' && spec.ipFamilies.length === 1 && mayHaveBoth) {
    spec.ipFamilies = [first, first === 'IPv4' ? 'IPv6' : 'IPv4'];
  }
}
