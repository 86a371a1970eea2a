import { compositeKey, type JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkLabelValue,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalidValue,
  notSupported,
  parseCidrSloppy,
  required,
  validateCidrForLegacyField,
  validateLabelName,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { eachItem } from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';
import { validateAmount } from '../amounts.js';
import { specOf, statusOf, type Taint } from './node.js';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const networks = FieldPath.of('spec', 'podCIDRs');
/** Upstream's path of taints. */
const taintsPath = FieldPath.of('metadata', 'taints');

export function validateNode(node: JsonObject): FieldError[] {
  const { taints, podCIDRs = [] } = specOf(node);
  return [
    ...validateTaints(taints ?? []),
    ...validateResources(node),
    ...validateFeatures(node),
    ...eachItem(podCIDRs, networks, (cidr, path) => validateCidrForLegacyField(cidr, path, { strict: true })),
    ...validateFamilies(podCIDRs),
  ];
}

/** Pod CIDRs, provider ID and external ID are immutable once set. */
export function validateNodeUpdate({ object, old }: Replacement): FieldError[] {
  const [after, before] = [specOf(object), specOf(old)];
  const errors = [
    ...validateResources(object),
    ...validateFeatures(object),
    ...validateAddresses(object),
    ...validateSameNetworks(before.podCIDRs ?? [], after.podCIDRs ?? []),
  ];
  if (before.providerID && before.providerID !== after.providerID) {
    const detail = 'node updates may not change providerID except from "" to valid';
    errors.push(forbidden(FieldPath.of('spec', 'providerID'), detail));
  }
  if ((before.externalID ?? '') !== (after.externalID ?? '')) {
    errors.push(forbidden(FieldPath.of('spec', 'externalID'), 'may not be updated'));
  }
  return [...errors, ...validateTaints(after.taints ?? [])];
}

function validateSameNetworks(before: readonly string[], after: readonly string[]): FieldError[] {
  const changed = forbidden(networks, 'node updates may not change podCIDR except from "" to valid');
  if (before.length === 0) return [];
  if (before.length !== after.length) return [changed];
  return before.flatMap((network, index) => (network === after[index] ? [] : [changed]));
}

const featureForm = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const maxFeatureLength = 253;

/** Declared features must have valid names and be sorted. */
function validateFeatures(node: JsonObject): FieldError[] {
  const features = statusOf(node).declaredFeatures ?? [];
  return eachItem(features, FieldPath.of('status', 'declaredFeatures'), (name, path, index) => {
    const problem = featureProblem(name);
    const errors =
      problem === undefined ? [] : [invalidValue(path, name, `invalid feature name "${name}": ${problem}`)];
    const previous = features[index - 1];
    if (previous === name) errors.push(duplicate(path, name));
    else if (previous !== undefined && previous > name) {
      errors.push(invalidValue(path, name, 'list must be sorted alphabetically'));
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

function validateResources(node: JsonObject): FieldError[] {
  const { capacity = {}, allocatable = {} } = statusOf(node);
  return Object.entries({ capacity, allocatable }).flatMap(([field, amounts]) =>
    Object.entries(amounts).flatMap(([name, amount]) =>
      validateAmount(name, amount, FieldPath.of('status', field, name)),
    ),
  );
}

function validateAddresses(node: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return eachItem(statusOf(node).addresses, FieldPath.of('status', 'addresses'), ({ type, address }, path) => {
    const key = compositeKey(type, address);
    if (seen.has(key)) return [duplicate(path, goValue('core/v1.NodeAddress', { type, address }))];
    seen.add(key);
    return [];
  });
}

function validateFamilies(cidrs: readonly string[]): FieldError[] {
  if (cidrs.length < 2) return [];
  const [first, second] = cidrs.map(parseCidrSloppy);
  const isPair = first && second && first.address.isIpv4Text !== second.address.isIpv4Text;
  if (isPair && cidrs.length === 2) return [];
  return [invalidValue(networks, [...cidrs], 'may specify no more than one CIDR for each IP family')];
}

function validateTaints(taints: readonly Taint[]): FieldError[] {
  const seen = new Set<string>();
  return eachItem(taints, taintsPath, (taint, path) => {
    const { key, value = '', effect } = taint;
    const problems = checkLabelValue(value);
    const errors = [
      ...validateLabelName(key, path.child('key')),
      ...(problems.length > 0 ? [invalidValue(path.child('value'), value, problems.join(';'))] : []),
      ...validateEffect(effect, path.child('effect')),
    ];
    const identity = compositeKey(effect, key);
    if (seen.has(identity)) {
      const detail = 'taints must be unique by key and effect pair';
      errors.push({ ...duplicate(path, goValue('core/v1.Taint', taint)), detail });
    }
    seen.add(identity);
    return errors;
  });
}

function validateEffect(effect: string, path: FieldPath): FieldError[] {
  if (effect === '') return [required(path, '')];
  return effects.includes(effect) ? [] : [notSupported(path, effect, effects)];
}
