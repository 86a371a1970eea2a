import type { JsonObject } from '../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkLabelValue,
  type FieldError,
  type FieldPath,
  invalidValue,
  notSupported,
  required,
  tooLong,
  validateLabelName,
} from '../../../apimachinery/validation/index.js';
import { checked, eachItem } from '../../field-checks.js';
import { type DeviceSelector, validateSelectors } from './device-selectors.js';
import { validateList } from './list-rules.js';
import { validateShortName } from './names.js';

interface DeviceToleration {
  readonly key?: string;
  operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

interface DeviceAmount {
  readonly deviceClassName: string;
  readonly selectors?: readonly DeviceSelector[];
  allocationMode?: string;
  count?: number;
  readonly adminAccess?: boolean;
  readonly tolerations?: readonly DeviceToleration[];
}

export interface DeviceRequest {
  readonly name: string;
  readonly exactly?: DeviceAmount;
  readonly firstAvailable?: readonly (DeviceAmount & { readonly name: string })[];
}

export const maxRequests = 32;
const maxAlternatives = 8;
export const taintEffects = ['NoExecute', 'NoSchedule', 'None'];

/** Returns the requests in the spec of a claim. */
export function requestsOf(spec: JsonObject | undefined): readonly DeviceRequest[] {
  const { devices } = (spec ?? {}) as unknown as { devices?: { requests?: DeviceRequest[] | null } };
  return devices?.requests ?? [];
}

/** A request defaults to one device. */
export function applyRequestDefaults(spec: JsonObject | undefined): void {
  for (const { exactly, firstAvailable = [] } of requestsOf(spec)) {
    for (const amount of [...(exactly ? [exactly] : []), ...firstAvailable]) {
      amount.allocationMode ||= 'ExactCount';
      if (amount.allocationMode === 'ExactCount') amount.count ||= 1;
    }
  }
}

/** The maximum total of a device class's selectors: bounds the compilation time. */
const maxExpressionBytes = 320 * 1024;

export function validateRequests(requests: readonly DeviceRequest[], path: FieldPath): FieldError[] {
  if (expressionBytes(requests) > maxExpressionBytes) return [tooLong(path, '', maxExpressionBytes)];
  return validateList(requests, path, {
    max: maxRequests,
    keyOf: ({ name }) => name,
    check: (request, place) => [
      ...validateShortName(request.name, place.child('name')),
      ...validateAmounts(request, place),
    ],
  });
}

function expressionBytes(requests: readonly DeviceRequest[]): number {
  const selectors = requests.flatMap(({ exactly, firstAvailable = [] }) =>
    [...(exactly ? [exactly] : []), ...firstAvailable].flatMap((amount) => amount.selectors ?? []),
  );
  return selectors.reduce((bytes, { cel }) => bytes + Buffer.byteLength(cel?.expression ?? ''), 0);
}

function validateAmounts({ exactly, firstAvailable = [] }: DeviceRequest, path: FieldPath): FieldError[] {
  const one = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly && firstAvailable.length > 0) {
    return [invalidValue(path, null, `${one}, but multiple fields are set`)];
  }
  if (exactly) return validateAmount(exactly, path.child('exactly'));
  if (firstAvailable.length === 0) return [required(path, one)];
  return validateList(firstAvailable, path.child('firstAvailable'), {
    max: maxAlternatives,
    keyOf: ({ name }) => name,
    check: (amount, place) => [
      ...validateShortName(amount.name, place.child('name')),
      ...validateAmount(amount, place),
    ],
  });
}

function validateAmount(amount: DeviceAmount, path: FieldPath): FieldError[] {
  const { deviceClassName, selectors, tolerations } = amount;
  const className = path.child('deviceClassName');
  return [
    ...(deviceClassName === ''
      ? [required(className, '')]
      : checked(deviceClassName, checkDns1123Subdomain, className)),
    ...validateSelectors(selectors, path.child('selectors')),
    ...validateCount(amount, path),
    ...eachItem(tolerations, path.child('tolerations'), validateToleration),
  ];
}

function validateCount({ allocationMode = '', count = 0 }: DeviceAmount, path: FieldPath): FieldError[] {
  const place = path.child('count');
  switch (allocationMode) {
    case 'ExactCount':
      return count > 0 ? [] : [invalidValue(place, count, 'must be greater than zero')];
    case 'All':
      return count === 0 ? [] : [invalidValue(place, count, "must not be specified when allocationMode is 'All'")];
    default:
      return [notSupported(path.child('allocationMode'), allocationMode, ['All', 'ExactCount'])];
  }
}

function validateToleration(
  { key, operator = '', value = '', effect = '' }: DeviceToleration,
  path: FieldPath,
): FieldError[] {
  const errors = key ? validateLabelName(key, path.child('key')) : [];
  errors.push(...operatorErrors(operator, value, path));
  if (effect !== '' && !taintEffects.includes(effect)) {
    errors.push(notSupported(path.child('effect'), effect, taintEffects));
  }
  return errors;
}

function operatorErrors(operator: string, value: string, path: FieldPath): FieldError[] {
  switch (operator) {
    case 'Exists':
      return value === '' ? [] : [invalidValue(path.child('value'), value, 'must be empty for operator `Exists`')];
    case 'Equal':
      return checked(value, checkLabelValue, path.child('value'));
    case '':
      return [required(path.child('operator'), '')];
    default:
      return [notSupported(path.child('operator'), operator, ['Equal', 'Exists'])];
  }
}
