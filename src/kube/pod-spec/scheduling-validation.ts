// Follows pkg/apis/core/validation/validation.go (v1.36)

import type {
  Affinity,
  NodeAffinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  Toleration,
  TopologySpreadConstraint,
} from '../../api/core/v1.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import { type LabelSelectorSpec, validateLabelSelector } from '../../apimachinery/selectors/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  validateLabelName,
} from '../../apimachinery/validation/index.js';
import { eachItem, oneOf, validateRequired } from '../field-checks.js';

const requiredField = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferredField = 'preferredDuringSchedulingIgnoredDuringExecution';

export function validateAffinity(affinity: Affinity | undefined, path: FieldPath): FieldError[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity ?? {};
  return [
    ...(nodeAffinity ? nodeAffinityErrors(nodeAffinity, path.child('nodeAffinity')) : []),
    ...(podAffinity ? podAffinityErrors(podAffinity, path.child('podAffinity')) : []),
    ...(podAntiAffinity ? podAffinityErrors(podAntiAffinity, path.child('podAntiAffinity')) : []),
  ];
}

function nodeAffinityErrors(affinity: NodeAffinity, path: FieldPath): FieldError[] {
  const { [requiredField]: needed, [preferredField]: preferred } = affinity;
  const errors = needed ? validateNodeSelector(needed, path.child(requiredField)) : [];
  const check = ({ weight, preference }: { weight: number; preference: NodeSelectorTerm }, place: FieldPath) => [
    ...weightErrors(weight, place.child('weight')),
    ...termErrors(preference, place.child('preference'), { checksValues: false }),
  ];
  return [...errors, ...eachItem(preferred, path.child(preferredField), check)];
}

export function validateNodeSelector(
  { nodeSelectorTerms: terms }: { nodeSelectorTerms?: readonly NodeSelectorTerm[] | null },
  path: FieldPath,
): FieldError[] {
  const termsPath = path.child('nodeSelectorTerms');
  if (!terms?.length) return [termsPath.required('must have at least one node selector term')];
  return eachItem(terms, termsPath, (term, place) => termErrors(term, place, { checksValues: true }));
}

function weightErrors(weight: number, path: FieldPath): FieldError[] {
  return weight > 0 && weight <= 100 ? [] : [path.invalid(weight, 'must be in the range 1-100')];
}

function termErrors(
  { matchExpressions, matchFields }: NodeSelectorTerm,
  path: FieldPath,
  { checksValues }: { checksValues: boolean },
): FieldError[] {
  const check = (requirement: NodeSelectorRequirement, place: FieldPath): FieldError[] => [
    ...operatorErrors(requirement, place),
    ...validateLabelName(requirement.key, place.child('key')),
    ...(checksValues ? valueErrors(requirement, place.child('values')) : []),
  ];
  return [
    ...eachItem(matchExpressions, path.child('matchExpressions'), check),
    ...eachItem(matchFields, path.child('matchFields'), fieldErrors),
  ];
}

function valueErrors({ values }: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  return eachItem(values, path, (value, place) => place.check(value, checkLabelValue));
}

function operatorErrors({ operator, values = [] }: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const valuesPath = path.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return [];
      return [valuesPath.required("must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return [];
      return [valuesPath.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      if (values.length === 1) return [];
      return [valuesPath.required("must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [path.child('operator').invalid(operator, 'not a valid selector operator')];
  }
}

/** The only supported node field is `metadata.name`. */
function fieldErrors({ key, operator, values = [] }: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(path.child('operator').invalid(operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(path.child('values').required(detail));
  }
  if (key !== 'metadata.name') return [...errors, path.child('key').invalid(key, 'not a valid field selector key')];
  const check = (value: string, place: FieldPath) => place.check(value, checkDns1123Subdomain);
  return [...errors, ...eachItem(values, path.child('values'), check)];
}

function podAffinityErrors(affinity: PodAffinity, path: FieldPath): FieldError[] {
  const { [requiredField]: needed, [preferredField]: preferred } = affinity;
  const check = (
    { weight, podAffinityTerm }: { weight: number; podAffinityTerm: PodAffinityTerm },
    place: FieldPath,
  ) => [
    ...weightErrors(weight, place.child('weight')),
    ...podTermErrors(podAffinityTerm, place.child('podAffinityTerm')),
  ];
  return [
    ...eachItem(needed, path.child(requiredField), podTermErrors),
    ...eachItem(preferred, path.child(preferredField), check),
  ];
}

function podTermErrors(term: PodAffinityTerm, path: FieldPath): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  return [
    ...selectorErrors(labelSelector, path.child('labelSelector')),
    ...selectorErrors(namespaceSelector, path.child('namespaceSelector')),
    ...namespaces.flatMap((name) => path.child('namespace').check(name, checkDns1123Label)),
    ...labelKeyErrors(term, path),
    ...validateRequired(topologyKey, path.child('topologyKey'), 'can not be empty'),
    ...validateLabelName(topologyKey ?? '', path.child('topologyKey')),
  ];
}

function selectorErrors(selector: LabelSelectorSpec | undefined, path: FieldPath): FieldError[] {
  return selector ? validateLabelSelector(selector, path) : [];
}

type LabelKeys = Pick<PodAffinityTerm, 'labelSelector' | 'matchLabelKeys' | 'mismatchLabelKeys'>;

/** Label keys that take their values from the pod may not be in the label selector too. */
function labelKeyErrors(term: LabelKeys, path: FieldPath): FieldError[] {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const errors = [
    ...keyErrors(matchLabelKeys, path.child('matchLabelKeys'), labelSelector),
    ...keyErrors(mismatchLabelKeys, path.child('mismatchLabelKeys'), labelSelector),
  ];
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  const indexes = new Map(matchLabelKeys.map((key, index) => [key, index]));
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const index = indexes.get(key);
    if (index !== undefined && seen.has(key)) {
      errors.push(path.index(index).invalid(key, 'exists in both matchLabelKeys and labelSelector'));
    }
    seen.add(key);
  }
  const mismatched = new Set(mismatchLabelKeys);
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatched.has(key)) continue;
    const place = path.child('matchLabelKeys').index(index);
    errors.push(place.invalid(key, 'exists in both matchLabelKeys and mismatchLabelKeys'));
  }
  return errors;
}

function keyErrors(keys: readonly string[], path: FieldPath, selector: LabelSelectorSpec | undefined): FieldError[] {
  if (keys.length === 0) return [];
  if (!selector) return [path.forbidden('must not be specified when labelSelector is not set')];
  return eachItem(keys, path, validateLabelName);
}

/** Label keys that are not merged into the selector may not be in it. */
function separateKeyErrors({ labelSelector, matchLabelKeys = [] }: LabelKeys, path: FieldPath): FieldError[] {
  if (matchLabelKeys.length === 0) return [];
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {};
  const selected = new Set([...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]);
  const ofKeys = eachItem(matchLabelKeys, path, (key, place) => [
    ...validateLabelName(key, place),
    ...(selected.has(key) ? [place.invalid(key, 'exists in both matchLabelKeys and labelSelector')] : []),
  ]);
  return labelSelector ? ofKeys : [path.forbidden('must not be specified when labelSelector is not set'), ...ofKeys];
}

const actions = ['DoNotSchedule', 'ScheduleAnyway'];
const inclusions = ['Honor', 'Ignore'];

/** `mergesLabelKeys`: whether label keys are merged into the selectors of new pods. */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined,
  path: FieldPath,
  { mergesLabelKeys }: { mergesLabelKeys: boolean },
): FieldError[] {
  // Unambiguous: the second part is one of two constants, and the text is part of the response.
  const keyOf = ({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint) =>
    `{${topologyKey}, ${whenUnsatisfiable}}`;
  const lastOfKey = new Map(constraints?.map((constraint, index) => [keyOf(constraint), index]));
  return eachItem(constraints, path, (constraint, place, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable = '', nodeAffinityPolicy, nodeTaintsPolicy } = constraint;
    const errors: FieldError[] = [];
    if (maxSkew <= 0) errors.push(place.child('maxSkew').invalid(maxSkew, 'must be greater than zero'));
    if (!topologyKey) errors.push(place.child('topologyKey').required('can not be empty'));
    if (!actions.includes(whenUnsatisfiable)) {
      errors.push(place.child('whenUnsatisfiable').notSupported(whenUnsatisfiable, actions));
    }
    const key = keyOf(constraint);
    if (lastOfKey.get(key) !== index) errors.push(place.child('{topologyKey, whenUnsatisfiable}').duplicate(key));
    return [
      ...errors,
      ...minDomainsErrors(constraint, place.child('minDomains')),
      ...oneOf(nodeAffinityPolicy, inclusions, place.child('nodeAffinityPolicy')),
      ...oneOf(nodeTaintsPolicy, inclusions, place.child('nodeTaintsPolicy')),
      ...(mergesLabelKeys
        ? labelKeyErrors(constraint, place)
        : separateKeyErrors(constraint, place.child('matchLabelKeys'))),
      ...selectorErrors(constraint.labelSelector, place.child('labelSelector')),
    ];
  });
}

function minDomainsErrors({ minDomains, whenUnsatisfiable }: TopologySpreadConstraint, path: FieldPath): FieldError[] {
  if (minDomains === undefined) return [];
  const errors = minDomains > 0 ? [] : [path.invalid(minDomains, 'must be greater than zero')];
  if (whenUnsatisfiable === 'DoNotSchedule') return errors;
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [...errors, path.invalid(minDomains, detail)];
}

export const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** `mayCompare`: whether operators may compare numbers. */
export function validateTolerations(
  tolerations: readonly Toleration[] | undefined,
  path: FieldPath,
  { mayCompare = false }: { mayCompare?: boolean } = {},
): FieldError[] {
  return eachItem(tolerations, path, (toleration, place) => {
    const { key, operator = '', effect = '', tolerationSeconds } = toleration;
    const errors = key ? validateLabelName(key, place.child('key')) : [];
    if (!key && operator !== 'Exists') {
      const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(place.child('operator').invalid(operator, detail));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(place.child('effect').invalid(effect, detail));
    }
    const isComparison = mayCompare && (operator === 'Lt' || operator === 'Gt');
    if (isComparison) errors.push(...numberErrors(toleration.value ?? '', place.child('value')));
    else errors.push(...tolerationValueErrors(toleration, place.child('operator')));
    if (effect !== '' && !taintEffects.includes(effect))
      errors.push(place.child('effect').notSupported(effect, taintEffects));
    return errors;
  });
}

function tolerationValueErrors({ operator = '', value = '' }: Toleration, path: FieldPath): FieldError[] {
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = checkLabelValue(value);
      return problems.length > 0 ? [path.invalid(value, problems.join(';'))] : [];
    }
    case 'Exists':
      return value === '' ? [] : [path.invalid(value, "value must be empty when `operator` is 'Exists'")];
    case 'Lt':
    case 'Gt':
      return [path.notSupported(operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [path.notSupported(operator, ['Equal', 'Exists'])];
  }
}

/** A value that is compared must be a 64-bit integer in its usual form. */
function numberErrors(value: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (value === '') errors.push(path.invalid(value, 'must be non-empty'));
  else if (!/^(?:0|-?[1-9]\d*)$/.test(value)) errors.push(path.invalid(value, notCanonical));
  const problem = integerProblem(value);
  return problem === undefined ? errors : [...errors, path.invalid(value, problem)];
}

const notCanonical = 'must be a valid decimal integer in canonical form';

/** Go's error for a text that is not a 64-bit integer. */
function integerProblem(value: string): string | undefined {
  const problem = `strconv.ParseInt: parsing ${goQuote(value)}:`;
  if (!/^[+-]?\d+$/.test(value)) return `${problem} invalid syntax`;
  const isInRange = value.length < 16 || BigInt.asIntN(64, BigInt(value)) === BigInt(value);
  return isInRange ? undefined : `${problem} value out of range`;
}
