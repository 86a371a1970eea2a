import type { JsonObject } from '../../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  type FieldPath,
  invalidValue,
  required,
  tooMany,
} from '../../../apimachinery/validation/index.js';
import { checked, eachItem, oneOf } from '../../rules.js';

export interface DeviceSelector {
  readonly cel?: { readonly expression: string };
}

interface DeviceAmount {
  readonly deviceClassName: string;
  readonly selectors?: readonly DeviceSelector[];
  allocationMode?: string;
  count?: number;
}

interface DeviceRequest {
  readonly name: string;
  readonly exactly?: DeviceAmount;
  readonly firstAvailable?: readonly (DeviceAmount & { readonly name: string })[];
}

const maxRequests = 32;
const maxSelectors = 32;
const allocationModes = ['All', 'ExactCount'];

/** The requests of a claim, given its spec. */
export function requestsOf(spec: JsonObject | undefined): readonly DeviceRequest[] {
  const { devices } = (spec ?? {}) as unknown as { devices?: { requests?: DeviceRequest[] | null } };
  return devices?.requests ?? [];
}

/** One device, unless a request says otherwise. */
export function applyRequestDefaults(spec: JsonObject | undefined): void {
  for (const { exactly, firstAvailable = [] } of requestsOf(spec)) {
    for (const amount of exactly ? [exactly] : firstAvailable) {
      amount.allocationMode ||= 'ExactCount';
      if (amount.allocationMode === 'ExactCount') amount.count ||= 1;
    }
  }
}

export function validateRequests(spec: JsonObject | undefined, path: FieldPath): FieldError[] {
  const requests = requestsOf(spec);
  const place = path.child('devices', 'requests');
  const names = requests.map(({ name }) => name);
  return [
    ...(requests.length > maxRequests ? [tooMany(place, requests.length, maxRequests)] : []),
    ...eachItem(requests, place, (request, item, index) => [
      ...validateName(request.name, item.child('name')),
      ...(names.indexOf(request.name) < index ? [duplicate(item, request.name)] : []),
      ...validateAmounts(request, item),
    ]),
  ];
}

function validateName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path, '')] : checked(name, checkDns1123Label, path);
}

function validateAmounts({ exactly, firstAvailable = [] }: DeviceRequest, path: FieldPath): FieldError[] {
  const one = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly && firstAvailable.length > 0) return [invalidValue(path, null, one)];
  if (exactly) return validateAmount(exactly, path.child('exactly'));
  if (firstAvailable.length === 0) return [required(path, one)];
  return eachItem(firstAvailable, path.child('firstAvailable'), (amount, place) => [
    ...validateName(amount.name, place.child('name')),
    ...validateAmount(amount, place),
  ]);
}

function validateAmount(
  { deviceClassName, selectors, allocationMode = '', count = 0 }: DeviceAmount,
  path: FieldPath,
): FieldError[] {
  const [className, countPath] = [path.child('deviceClassName'), path.child('count')];
  const errors =
    deviceClassName === '' ? [required(className, '')] : checked(deviceClassName, checkDns1123Subdomain, className);
  errors.push(...validateSelectors(selectors, path.child('selectors')));
  errors.push(...oneOf(allocationMode, allocationModes, path.child('allocationMode')));
  if (allocationMode === 'ExactCount' && count <= 0) {
    errors.push(invalidValue(countPath, count, 'must be greater than zero'));
  }
  if (allocationMode === 'All' && count !== 0) {
    errors.push(invalidValue(countPath, count, "must not be specified when allocationMode is 'All'"));
  }
  return errors;
}

/** Whether the expressions make sense is for whoever runs them to say. */
export function validateSelectors(selectors: readonly DeviceSelector[] | undefined, path: FieldPath): FieldError[] {
  const count = selectors?.length ?? 0;
  return [
    ...(count > maxSelectors ? [tooMany(path, count, maxSelectors)] : []),
    ...eachItem(selectors, path, ({ cel }, place) => {
      if (cel === undefined) return [required(place.child('cel'), '')];
      return cel.expression === '' ? [required(place.child('cel', 'expression'), '')] : [];
    }),
  ];
}
