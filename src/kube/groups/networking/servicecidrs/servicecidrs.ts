// Follows pkg/apis/networking/validation/validation.go (v1.36)
// Follows pkg/registry/networking/servicecidr/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ServiceCIDR } from '../../../../api/networking/v1.js';
import {
  type FieldError,
  FieldPath,
  fieldIsImmutable,
  parseCidrSloppy,
  validateCidr,
} from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import {
  type Replacement,
  type Strategy,
  specAndStatus,
  type UpdateValidationContext,
} from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { eachItem } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { wasGivenEmpty } from '../../../types/index.js';
import { validateMetadataUpdate, validation } from '../../../validation.js';

const { main, status } = specAndStatus<ServiceCIDR>(
  {
    validate: validation((network) => validateNetworks(network.spec.cidrs ?? [])),
    validateUpdate: validateNetworksUpdate,
  },
  { generation: 'absent', validateStatus: ({ object }, context) => validateMetadataUpdate(object, context) },
);

const isWiped = (features: FeatureGates): boolean => features.isEnabled('ServiceCIDRStatusFieldWiping');

/** Without its gate, creations and updates of the whole object write the status too. */
function unlessStatusIsKept(strategy: Strategy<ServiceCIDR>): Strategy<ServiceCIDR> {
  return {
    ...strategy,
    resetFieldsWith: (features) => (isWiped(features) ? (strategy.resetFields ?? []) : []),
    prepareForCreate(object, context) {
      if (isWiped(context.features)) strategy.prepareForCreate?.(object, context);
    },
    prepareForUpdate(change, context) {
      if (isWiped(context.features)) strategy.prepareForUpdate?.(change, context);
    },
  };
}

/** Networks for cluster IPs of services. */
export const serviceCidrs = builtInResource<ServiceCIDR>('networking.k8s.io/v1', 'ServiceCIDR', {
  plural: 'servicecidrs',
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('CIDRs', ({ spec }) => (spec.cidrs ?? []).join(','), { field: 'spec.cidrs' }),
    ageColumn,
  ],
  otherVersions: { v1beta1: { deprecation: { since: 34, until: 37 } } },
  strategies: { main: unlessStatusIsKept(main), status },
});

const path = FieldPath.of('spec', 'cidrs');

function validateNetworks(cidrs: readonly string[]): FieldError[] {
  if (cidrs.length === 0) return [path.required('at least one CIDR required')];
  if (cidrs.length > 2) return [path.invalid({ CIDRs: [...cidrs] }, 'may only hold up to 2 values')];
  const errors = eachItem(cidrs, path, validateCidr);
  const [first, second] = cidrs.map(parseCidrSloppy);
  if (first && second && first.address.isIpv4Text === second.address.isIpv4Text) {
    const detail = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    errors.push(path.invalid([...cidrs], detail));
  }
  return errors;
}

/** A second network of the other family may be added; everything else is immutable. */
function validateNetworksUpdate(
  { object, old }: Replacement<ServiceCIDR>,
  context: UpdateValidationContext,
): FieldError[] {
  const ofMetadata = validateMetadataUpdate(object, context);
  const [after, before] = [object.spec.cidrs ?? [], old.spec.cidrs ?? []];
  const isAdded = before.length === 1 && after.length === 2;
  if (!isAdded && after.length !== before.length) {
    const isGiven = after.length > 0 || wasGivenEmpty(object.spec, 'cidrs');
    return [...ofMetadata, path.invalid(isGiven ? after : null, fieldIsImmutable)];
  }
  const changed = eachItem(before, path, (cidr, place, index) =>
    cidr === after[index] ? [] : [place.invalid(after[index], fieldIsImmutable)],
  );
  return [...ofMetadata, ...changed, ...(isAdded ? validateNetworks(after) : [])];
}
