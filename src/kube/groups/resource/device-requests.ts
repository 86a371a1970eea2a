// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows pkg/apis/resource/v1/defaults.go (v1.36)

import type {
  DeviceRequest,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from '../../../api/resource/v1.js';
import {
  checkDns1123Subdomain,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  validateLabelName,
} from '../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { checkedRequired, eachItem, oneOf } from '../../field-checks.js';
import { validateSelectors } from './device-selectors.js';
import { validateList } from './list-rules.js';
import { validateShortName } from './names.js';

type DeviceAmount = ExactDeviceRequest | DeviceSubRequest;

export const maxRequests = 32;
const maxAlternatives = 8;
export const taintEffects = ['NoExecute', 'NoSchedule', 'None'];

/** A request defaults to one device. */
export function applyRequestDefaults({ devices }: ResourceClaimSpec): void {
  for (const { exactly, firstAvailable = [] } of devices.requests ?? []) {
    for (const amount of [...(exactly ? [exactly] : []), ...firstAvailable]) {
      amount.allocationMode ||= 'ExactCount';
      if (amount.allocationMode === 'ExactCount') amount.count ||= 1;
    }
  }
}

/** The maximum total of a device class's selectors: bounds the compilation time. */
const maxExpressionBytes = 320 * 1024;

export function validateRequests(
  requests: readonly DeviceRequest[],
  path: FieldPath,
  features: FeatureGates,
): FieldError[] {
  if (expressionBytes(requests) > maxExpressionBytes) return [path.tooLong(maxExpressionBytes)];
  return validateList(requests, path, {
    max: maxRequests,
    keyOf: ({ name }) => name,
    check: (request, place) => [
      ...validateShortName(request.name, place.child('name')),
      ...validateAmounts(request, place, features),
    ],
  });
}

function expressionBytes(requests: readonly DeviceRequest[]): number {
  const selectors = requests.flatMap(({ exactly, firstAvailable = [] }) =>
    [...(exactly ? [exactly] : []), ...firstAvailable].flatMap((amount) => amount.selectors ?? []),
  );
  return selectors.reduce((bytes, { cel }) => bytes + Buffer.byteLength(cel?.expression ?? ''), 0);
}

function validateAmounts(
  { exactly, firstAvailable = [] }: DeviceRequest,
  path: FieldPath,
  features: FeatureGates,
): FieldError[] {
  const one = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly && firstAvailable.length > 0) {
    return [path.invalid(null, `${one}, but multiple fields are set`)];
  }
  if (exactly) return validateAmount(exactly, path.child('exactly'), features);
  if (firstAvailable.length === 0) return [path.required(one)];
  return validateList(firstAvailable, path.child('firstAvailable'), {
    max: maxAlternatives,
    keyOf: ({ name }) => name,
    check: (amount, place) => [
      ...validateShortName(amount.name, place.child('name')),
      ...validateAmount(amount, place, features),
    ],
  });
}

function validateAmount(amount: DeviceAmount, path: FieldPath, features: FeatureGates): FieldError[] {
  const { deviceClassName, selectors, tolerations } = amount;
  return [
    ...checkedRequired(deviceClassName, checkDns1123Subdomain, path.child('deviceClassName')),
    ...validateSelectors(selectors, path.child('selectors'), features),
    ...validateCount(amount, path),
    ...eachItem(tolerations, path.child('tolerations'), validateToleration),
  ];
}

function validateCount({ allocationMode = '', count = 0 }: DeviceAmount, path: FieldPath): FieldError[] {
  const place = path.child('count');
  switch (allocationMode) {
    case 'ExactCount':
      return count > 0 ? [] : [place.invalid(count, 'must be greater than zero')];
    case 'All':
      return count === 0 ? [] : [place.invalid(count, "must not be specified when allocationMode is 'All'")];
    default:
      return [path.child('allocationMode').notSupported(allocationMode, ['All', 'ExactCount'])];
  }
}

function validateToleration(
  { key, operator = '', value = '', effect = '' }: DeviceToleration,
  path: FieldPath,
): FieldError[] {
  return [
    ...(key ? validateLabelName(key, path.child('key')) : []),
    ...operatorErrors(operator, value, path),
    ...(effect === '' ? [] : oneOf(effect, taintEffects, path.child('effect'))),
  ];
}

function operatorErrors(operator: string, value: string, path: FieldPath): FieldError[] {
  switch (operator) {
    case 'Exists':
      return value === '' ? [] : [path.child('value').invalid(value, 'must be empty for operator `Exists`')];
    case 'Equal':
      return path.child('value').check(value, checkLabelValue);
    case '':
      return [path.child('operator').required()];
    default:
      return [path.child('operator').notSupported(operator, ['Equal', 'Exists'])];
  }
}
