// Follows pkg/apis/resource/v1beta1/conversion.go (v1.36)
// Follows pkg/apis/resource/v1beta1/defaults.go (v1.36)

import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { listIn, objectIn, textIn } from '../../../apimachinery/meta/index.js';
import type { ResourceVersion } from '../../../server/registry/index.js';
import { wasGivenEmpty } from '../../types/index.js';

/** Conversion of the first beta version, in which some structs are nested differently. */
export type FirstBeta = Pick<ResourceVersion, 'applyDefaults' | 'toHub' | 'fromHub'>;

type Change = (object: JsonObject) => JsonObject;

/** Requests have their fields inline instead of in `exactly`; `path`: path of the spec. */
export function firstBetaOfClaims(path: readonly string[]): FirstBeta {
  const claimPath = [...path, 'devices'];
  const withRequests = (object: JsonObject, change: Change): JsonObject =>
    changedAt(object, claimPath, (claim) => changedList(claim, 'requests', change));
  return {
    applyDefaults: (object) => {
      const claim = claimPath.reduce((value, field) => objectIn(value[field]), object);
      for (const request of listIn(claim['requests'])) applyRequestDefaults(objectIn(request));
    },
    toHub: (object) => withRequests(object, exactRequest),
    fromHub: (object) => withRequests(object, plainRequest),
  };
}

function applyRequestDefaults(request: JsonObject): void {
  const amounts = [...(request['deviceClassName'] ? [request] : []), ...listIn(request['firstAvailable'])];
  for (const amount of amounts.map(objectIn)) {
    amount['allocationMode'] ||= 'ExactCount';
    if (amount['allocationMode'] === 'ExactCount') amount['count'] ||= 1;
  }
}

function exactRequest(request: JsonObject): JsonObject {
  const { name, firstAvailable, ...exactly } = request;
  const { deviceClassName, ...others } = exactly;
  const isEmptyGiven = ['selectors', 'tolerations'].some((field) => wasGivenEmpty(request, field));
  const isExact = textIn(deviceClassName) !== '' || Object.keys(others).length > 0 || isEmptyGiven;
  return {
    ...(name !== undefined && { name }),
    ...(isExact && { exactly }),
    ...(firstAvailable !== undefined && { firstAvailable }),
  };
}

function plainRequest({ exactly, ...request }: JsonObject): JsonObject {
  return { ...request, deviceClassName: '', ...objectIn(exactly) };
}

/** All fields of a device except the name are in `basic`. */
export const firstBetaOfSlices: FirstBeta = {
  toHub: (object) =>
    withDevices(object, ({ name, basic }) => ({ ...(name !== undefined && { name }), ...objectIn(basic) })),
  fromHub: (object) => withDevices(object, ({ name, ...basic }) => ({ ...(name !== undefined && { name }), basic })),
};

function withDevices(slice: JsonObject, change: Change): JsonObject {
  return changedAt(slice, ['spec'], (spec) => changedList(spec, 'devices', change));
}

/** Returns a copy with the value at a path changed, if it exists. */
function changedAt(object: JsonObject, [field, ...rest]: readonly string[], change: Change): JsonObject {
  if (field === undefined) return change(object);
  const value = object[field];
  return value === undefined || value === null
    ? object
    : { ...object, [field]: changedAt(objectIn(value), rest, change) };
}

function changedList(object: JsonObject, field: string, change: Change): JsonObject {
  const list = object[field];
  return Array.isArray(list) ? { ...object, [field]: list.map((item: JsonValue) => change(objectIn(item))) } : object;
}
