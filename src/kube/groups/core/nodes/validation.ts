// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Node, Taint } from '../../../../api/core/v1.js';
import { compositeKey } from '../../../../apimachinery/meta/index.js';
import {
  checkLabelValue,
  type FieldError,
  FieldPath,
  parseCidrSloppy,
  validateCidrForLegacyField,
  validateLabelName,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext } from '../../../../server/registry/index.js';
import { duplicates, eachItem, requiredOneOf } from '../../../field-checks.js';
import { taintEffects } from '../../../pod-spec/index.js';
import { goValue } from '../../../types/index.js';
import { validateMetadataUpdate, validation } from '../../../validation.js';
import { validateAmount } from '../amounts.js';

const networks = FieldPath.of('spec', 'podCIDRs');
/** Upstream's path of taints. */
const taintsPath = FieldPath.of('metadata', 'taints');

export const validateNewNode = validation<Node>((node, context) => {
  const { taints = [], podCIDRs = [] } = node.spec;
  const strict = context.features.isEnabled('StrictIPCIDRValidation');
  return [
    ...validateTaints(taints),
    ...validateResources(node),
    ...validateFeatures(node),
    ...eachItem(podCIDRs, networks, (cidr, path) => validateCidrForLegacyField(cidr, path, { strict })),
    ...validateFamilies(podCIDRs),
  ];
});

export function validateNodeUpdate(change: Replacement<Node>, context: UpdateValidationContext): FieldError[] {
  return [...validateNewNode(change.object, context), ...validateStatusUpdate(change, context)];
}

/** Pod CIDRs, provider ID and external ID are immutable once set. */
export function validateStatusUpdate(
  { object, old }: Replacement<Node>,
  context: UpdateValidationContext,
): FieldError[] {
  const [after, before] = [object.spec, old.spec];
  const errors = [
    ...validateMetadataUpdate(object, context),
    ...validateResources(object),
    ...validateFeatures(object),
    ...validateAddresses(object),
    ...validateSameNetworks(before.podCIDRs ?? [], after.podCIDRs ?? []),
  ];
  if (before.providerID && before.providerID !== after.providerID) {
    const detail = 'node updates may not change providerID except from "" to valid';
    errors.push(FieldPath.of('spec', 'providerID').forbidden(detail));
  }
  if ((before.externalID ?? '') !== (after.externalID ?? '')) {
    errors.push(FieldPath.of('spec', 'externalID').forbidden('may not be updated'));
  }
  return [...errors, ...validateTaints(after.taints ?? [])];
}

function validateSameNetworks(before: readonly string[], after: readonly string[]): FieldError[] {
  const changed = networks.forbidden('node updates may not change podCIDR except from "" to valid');
  if (before.length === 0) return [];
  if (before.length !== after.length) return [changed];
  return before.flatMap((network, index) => (network === after[index] ? [] : [changed]));
}

const featureForm = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const maxFeatureLength = 253;

/** Declared features must have valid names and be sorted. */
function validateFeatures({ status: { declaredFeatures: features = [] } }: Node): FieldError[] {
  return eachItem(features, FieldPath.of('status', 'declaredFeatures'), (name, path, index) => {
    const problem = featureProblem(name);
    const errors = problem === undefined ? [] : [path.invalid(name, `invalid feature name "${name}": ${problem}`)];
    const previous = features[index - 1];
    if (previous === name) errors.push(path.duplicate(name));
    else if (previous !== undefined && previous > name) {
      errors.push(path.invalid(name, 'list must be sorted alphabetically'));
    }
    return errors;
  });
}

function featureProblem(name: string): string | undefined {
  if (name.length > maxFeatureLength) return `must be no more than ${maxFeatureLength} characters`;
  if (featureForm.test(name)) return undefined;
  return (
    "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or " +
    'MyFeature/mySubFeature), and contain only alphanumeric characters and slashes'
  );
}

function validateResources({ status: { capacity = {}, allocatable = {} } }: Node): FieldError[] {
  return Object.entries({ capacity, allocatable }).flatMap(([field, amounts]) =>
    Object.entries(amounts).flatMap(([name, amount]) =>
      validateAmount(name, amount, FieldPath.of('status', field, name)),
    ),
  );
}

function validateAddresses({ status }: Node): FieldError[] {
  const duplicated = duplicates();
  return eachItem(status.addresses, FieldPath.of('status', 'addresses'), ({ type, address }, path) =>
    duplicated(compositeKey(type, address), path, goValue('core/v1.NodeAddress', { type, address })),
  );
}

function validateFamilies(cidrs: readonly string[]): FieldError[] {
  if (cidrs.length < 2) return [];
  const [first, second] = cidrs.map(parseCidrSloppy);
  const isPair = first && second && first.address.isIpv4Text !== second.address.isIpv4Text;
  if (isPair && cidrs.length === 2) return [];
  return [networks.invalid([...cidrs], 'may specify no more than one CIDR for each IP family')];
}

function validateTaints(taints: readonly Taint[]): FieldError[] {
  const seen = new Set<string>();
  return eachItem(taints, taintsPath, (taint, path) => {
    const { key, value = '', effect } = taint;
    const problems = checkLabelValue(value);
    const errors = [
      ...validateLabelName(key, path.child('key')),
      ...(problems.length > 0 ? [path.child('value').invalid(value, problems.join(';'))] : []),
      ...requiredOneOf(effect, taintEffects, path.child('effect')),
    ];
    const identity = compositeKey(effect, key);
    if (seen.has(identity)) {
      const detail = 'taints must be unique by key and effect pair';
      errors.push({ ...path.duplicate(goValue('core/v1.Taint', taint)), detail });
    }
    seen.add(identity);
    return errors;
  });
}
