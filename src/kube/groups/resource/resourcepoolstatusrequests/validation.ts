import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkDns1123SubdomainCaseless,
  duplicate,
  type FieldError,
  FieldPath,
  fieldIsImmutable,
  invalidValue,
  required,
  tooLong,
  tooMany,
  validateConditions,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { checked, eachItem, repetitionsIn, validateImmutableOf } from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';
import { type PoolStatus, type RequestStatus, specOf, statusOf } from './request.js';

const [path, statusPath] = [FieldPath.of('spec'), FieldPath.of('status')];
const [maxLimit, maxPools, maxConditions, maxNameLength, maxErrorLength] = [1000, 1000, 10, 253, 256];

export function validateRequest(request: JsonObject): FieldError[] {
  const { driver, poolName, limit } = specOf(request);
  return [
    ...driverErrors(driver, path.child('driver')),
    ...(poolName === undefined ? [] : poolNameErrors(poolName, path.child('poolName'))),
    ...(limit === undefined ? [] : limitErrors(limit, path.child('limit'))),
  ];
}

/** The message does not contain the new value. */
export function validateRequestUpdate({ object, old }: Replacement): FieldError[] {
  return validateImmutableField(object['spec'], old['spec'], path).map((error) => ({ ...error, badValue: null }));
}

/** The status may be set once. */
export function validateRequestStatus({ object, old }: Replacement): FieldError[] {
  const [status, before] = [statusOf(object), statusOf(old)];
  if (!status) return before ? [invalidValue(statusPath, null, fieldIsImmutable)] : [];
  const change = { value: object['status'], old: old['status'] };
  return [
    ...(before
      ? validateImmutableOf('resource/v1alpha3.ResourcePoolStatusRequestStatus', change, statusPath)
      : validateConditions(status.conditions ?? [], statusPath.child('conditions'))),
    ...statusErrors(status),
  ];
}

function statusErrors({ poolCount, pools = [], conditions = [] }: RequestStatus): FieldError[] {
  const [poolsPath, conditionsPath] = [statusPath.child('pools'), statusPath.child('conditions')];
  const repeated = repetitionsIn(conditions.map(({ type }) => type));
  return [
    ...(poolCount === undefined
      ? [required(statusPath.child('poolCount'), '')]
      : atLeast(0, poolCount, statusPath.child('poolCount'))),
    ...(pools.length > maxPools
      ? [tooMany(poolsPath, pools.length, maxPools)]
      : eachItem(pools, poolsPath, poolErrors)),
    ...(conditions.length > maxConditions
      ? [tooMany(conditionsPath, conditions.length, maxConditions)]
      : eachItem(conditions, conditionsPath, (condition, place, index) =>
          repeated[index] ? [duplicate(place, goValue('meta/v1.Condition', condition))] : [],
        )),
  ];
}

const countFields = ['totalDevices', 'allocatedDevices', 'availableDevices', 'unavailableDevices'] as const;

function poolErrors(pool: PoolStatus, place: FieldPath): FieldError[] {
  const { driver = '', poolName = '', generation, resourceSliceCount, nodeName, validationError } = pool;
  const name = place.child('poolName');
  return [
    ...driverErrors(driver, place.child('driver')),
    ...(poolName === '' ? [required(name, '')] : poolNameErrors(poolName, name)),
    ...(generation === 0
      ? [required(place.child('generation'), '')]
      : atLeast(0, generation, place.child('generation'))),
    ...(resourceSliceCount === undefined ? [] : atLeast(1, resourceSliceCount, place.child('resourceSliceCount'))),
    ...countFields.flatMap((field) => atLeast(0, pool[field] ?? 0, place.child(field))),
    ...(nodeName === undefined ? [] : checked(nodeName, checkDns1123Subdomain, place.child('nodeName'))),
    ...(Buffer.byteLength(validationError ?? '') > maxErrorLength
      ? [tooLong(place.child('validationError'), '', maxErrorLength)]
      : []),
  ];
}

function driverErrors(driver: string, place: FieldPath): FieldError[] {
  return driver === '' ? [required(place, '')] : checked(driver, checkDns1123SubdomainCaseless, place);
}

/** Subdomains separated by slashes. */
function poolNameErrors(name: string, place: FieldPath): FieldError[] {
  const errors = name.length > maxNameLength ? [tooLong(place, '', maxNameLength)] : [];
  return [
    ...errors,
    ...name.split('/').flatMap((part, index) => {
      const problems = part === '' ? ['must not be empty'] : checkDns1123Subdomain(part);
      return problems.map((problem) => invalidValue(place, part, `segment ${index}: ${problem}`));
    }),
  ];
}

function limitErrors(limit: number, place: FieldPath): FieldError[] {
  return limit > maxLimit
    ? [invalidValue(place, limit, `must be less than or equal to ${maxLimit}`)]
    : atLeast(1, limit, place);
}

function atLeast(least: number, value: number, place: FieldPath): FieldError[] {
  return value < least ? [invalidValue(place, value, `must be greater than or equal to ${least}`)] : [];
}
