// Follows pkg/apis/resource/validation/validation_resourcepoolstatusrequest.go (v1.36)

import type {
  PoolStatus,
  ResourcePoolStatusRequest,
  ResourcePoolStatusRequestStatus,
} from '../../../../api/resource/v1alpha3.js';
import {
  checkDns1123Subdomain,
  checkDns1123SubdomainCaseless,
  type FieldError,
  FieldPath,
  fieldIsImmutable,
  validateConditions,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import {
  checkedRequired,
  eachItem,
  repetitionsIn,
  validateImmutableOf,
  validateRequired,
} from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';
import { updateValidation, validation } from '../../../validation.js';

const [path, statusPath] = [FieldPath.of('spec'), FieldPath.of('status')];
const [maxLimit, maxPools, maxConditions, maxNameLength, maxErrorLength] = [1000, 1000, 10, 253, 256];

export const validateRequest = validation<ResourcePoolStatusRequest>((request) => {
  const { driver, poolName, limit } = request.spec;
  return [
    ...checkedRequired(driver, checkDns1123SubdomainCaseless, path.child('driver')),
    ...(poolName === undefined ? [] : poolNameErrors(poolName, path.child('poolName'))),
    ...(limit === undefined ? [] : limitErrors(limit, path.child('limit'))),
  ];
});

/** The message does not contain the new value. */
export const validateRequestUpdate = updateValidation<ResourcePoolStatusRequest>(({ object, old }) =>
  validateImmutableField(object.spec, old.spec, path).map((error) => ({ ...error, badValue: null })),
);

/** The status may be set once. */
export const validateRequestStatus = updateValidation<ResourcePoolStatusRequest>(({ object, old }) =>
  validateStatusChange(object.status, old.status),
);

type Status = ResourcePoolStatusRequestStatus;

function validateStatusChange(status: Status | undefined, old: Status | undefined): FieldError[] {
  if (!status) return old ? [statusPath.invalid(null, fieldIsImmutable)] : [];
  const change = { value: status, old };
  return [
    ...(old
      ? validateImmutableOf('resource/v1alpha3.ResourcePoolStatusRequestStatus', change, statusPath)
      : validateConditions(status.conditions ?? [], statusPath.child('conditions'))),
    ...statusErrors(status),
  ];
}

function statusErrors({ poolCount, pools = [], conditions = [] }: Status): FieldError[] {
  const [poolsPath, conditionsPath] = [statusPath.child('pools'), statusPath.child('conditions')];
  const repeated = repetitionsIn(conditions.map(({ type }) => type));
  return [
    ...(poolCount === undefined
      ? validateRequired(poolCount, statusPath.child('poolCount'))
      : atLeast(0, poolCount, statusPath.child('poolCount'))),
    ...(pools.length > maxPools ? [poolsPath.tooMany(pools.length, maxPools)] : eachItem(pools, poolsPath, poolErrors)),
    ...(conditions.length > maxConditions
      ? [conditionsPath.tooMany(conditions.length, maxConditions)]
      : eachItem(conditions, conditionsPath, (condition, place, index) =>
          repeated[index] ? [place.duplicate(goValue('meta/v1.Condition', condition))] : [],
        )),
  ];
}

const countFields = ['totalDevices', 'allocatedDevices', 'availableDevices', 'unavailableDevices'] as const;

function poolErrors(pool: PoolStatus, place: FieldPath): FieldError[] {
  const { driver, poolName = '', generation, resourceSliceCount, nodeName, validationError } = pool;
  const name = place.child('poolName');
  return [
    ...checkedRequired(driver, checkDns1123SubdomainCaseless, place.child('driver')),
    ...(poolName === '' ? [name.required()] : poolNameErrors(poolName, name)),
    ...(generation === 0 ? [place.child('generation').required()] : atLeast(0, generation, place.child('generation'))),
    ...(resourceSliceCount === undefined ? [] : atLeast(1, resourceSliceCount, place.child('resourceSliceCount'))),
    ...countFields.flatMap((field) => atLeast(0, pool[field] ?? 0, place.child(field))),
    ...place.child('nodeName').check(nodeName, checkDns1123Subdomain),
    ...(Buffer.byteLength(validationError ?? '') > maxErrorLength
      ? [place.child('validationError').tooLong(maxErrorLength)]
      : []),
  ];
}

/** Subdomains separated by slashes. */
function poolNameErrors(name: string, place: FieldPath): FieldError[] {
  const errors = name.length > maxNameLength ? [place.tooLong(maxNameLength)] : [];
  return [
    ...errors,
    ...name.split('/').flatMap((part, index) => {
      const problems = part === '' ? ['must not be empty'] : checkDns1123Subdomain(part);
      return problems.map((problem) => place.invalid(part, `segment ${index}: ${problem}`));
    }),
  ];
}

function limitErrors(limit: number, place: FieldPath): FieldError[] {
  return limit > maxLimit
    ? [place.invalid(limit, `must be less than or equal to ${maxLimit}`)]
    : atLeast(1, limit, place);
}

function atLeast(least: number, value: number, place: FieldPath): FieldError[] {
  return value < least ? [place.invalid(value, `must be greater than or equal to ${least}`)] : [];
}
