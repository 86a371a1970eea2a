// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { LimitRange, LimitRangeItem } from '../../../../api/core/v1.js';
import { checkQualifiedName, type FieldError, FieldPath, Quantity } from '../../../../apimachinery/validation/index.js';
import { duplicates, eachItem } from '../../../field-checks.js';
import { isOvercommitAllowed, validateContainerResourceName, validateResourceName } from '../../../pod-spec/index.js';
import { validation } from '../../../validation.js';

const knownTypes = ['Container', 'PersistentVolumeClaim', 'Pod'];
const amountFields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

export const validateLimitRange = validation<LimitRange>((range) => {
  const duplicated = duplicates();
  return eachItem(range.spec.limits ?? [], FieldPath.of('spec', 'limits'), (item, path) => [
    ...validateType(item.type, path.child('type')),
    ...duplicated(item.type, path.child('type')),
    ...validateItem(item, path),
  ]);
});

function validateType(type: string, path: FieldPath): FieldError[] {
  const errors = path.check(type, checkQualifiedName);
  if (errors.length > 0 || type.includes('/') || knownTypes.includes(type)) return errors;
  return [path.invalid(type, 'must be a standard limit type or fully qualified')];
}

function validateItem(item: LimitRangeItem, path: FieldPath): FieldError[] {
  const isPod = item.type === 'Pod';
  const fields = amountFields.filter((field) => !(isPod && field.startsWith('default')));
  const named = fields.flatMap((field) =>
    Object.keys(item[field] ?? {}).flatMap((name) => validateName(item.type, name, path.child(field).key(name))),
  );
  const misplaced = (['default', 'defaultRequest'] as const)
    .filter((field) => isPod && Object.keys(item[field] ?? {}).length > 0)
    .map((field) => path.child(field).forbidden("may not be specified when `type` is 'Pod'"));
  const names = new Set(fields.flatMap((field) => Object.keys(item[field] ?? {})));
  return [
    ...named,
    ...misplaced,
    ...validateClaimLimits(item, path),
    ...[...names].flatMap((name) => validateAmounts(item, name, path)),
  ];
}

function validateName(type: string, name: string, path: FieldPath): FieldError[] {
  const isForContainers = type === 'Pod' || type === 'Container';
  return isForContainers ? validateContainerResourceName(name, path) : validateResourceName(name, path);
}

function validateClaimLimits({ type, min = {}, max = {} }: LimitRangeItem, path: FieldPath): FieldError[] {
  if (type !== 'PersistentVolumeClaim' || 'storage' in min || 'storage' in max) return [];
  const detail = 'either minimum or maximum storage value is required, but neither was provided';
  return [path.child('limits').required(detail)];
}

/** For each pair in which one must not exceed the other: the field, the value to report, and the message. */
function validateAmounts(item: LimitRangeItem, name: string, path: FieldPath): FieldError[] {
  const isPod = item.type === 'Pod';
  const [min, max, ratio] = [item.min?.[name], item.max?.[name], item.maxLimitRequestRatio?.[name]];
  const limit = isPod ? undefined : item.default?.[name];
  const request = isPod ? undefined : item.defaultRequest?.[name];
  const errors: FieldError[] = [];
  const refuse = (field: string, shown: string, detail: string): void => {
    errors.push(path.child(field).key(name).invalid(shown, detail));
  };
  if (isAbove(min, max)) refuse('min', min, `min value ${min} is greater than max value ${max}`);
  if (request && isAbove(min, request)) {
    refuse('defaultRequest', request, `min value ${min} is greater than default request value ${request}`);
  }
  if (isAbove(request, max)) {
    refuse('defaultRequest', request, `default request value ${request} is greater than max value ${max}`);
  }
  if (isAbove(request, limit)) {
    refuse('defaultRequest', request, `default request value ${request} is greater than default limit value ${limit}`);
  }
  if (isAbove(min, limit)) refuse('default', min, `min value ${min} is greater than default value ${limit}`);
  if (max && isAbove(limit, max)) refuse('default', max, `default value ${limit} is greater than max value ${max}`);
  if (ratio && isAbove('1', ratio)) refuse('maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`);
  const highest = min && max ? highestRatio({ ratio, min, max }) : undefined;
  if (ratio && highest !== undefined) {
    refuse('maxLimitRequestRatio', ratio, `ratio ${ratio} is greater than max/min = ${highest}`);
  }
  if (limit && request && !isOvercommitAllowed(name) && Quantity.parse(limit).compare(Quantity.parse(request)) !== 0) {
    refuse(
      'defaultRequest',
      request,
      `default value ${limit} must equal to defaultRequest value ${request} in ${name}`,
    );
  }
  return errors;
}

function isAbove(left: string | undefined, right: string | undefined): left is string {
  if (left === undefined || right === undefined) return false;
  return Quantity.parse(left).compare(Quantity.parse(right)) > 0;
}

/** Largest quantity that can be expressed as a 64-bit milli-value. */
const mostInThousandths = (2n ** 63n - 1n) / 1000n;

/** Returns the ratio of `max` to `min`, formatted, if the given ratio exceeds it. */
function highestRatio({ ratio = '', min, max }: { ratio: string | undefined; min: string; max: string }) {
  if (ratio === '') return undefined;
  const amounts = [ratio, min, max].map((text) => Quantity.parse(text));
  const isSmall = amounts.every((amount) => amount.value() < mostInThousandths);
  const [wanted, least, most] = amounts.map((amount) => Number(isSmall ? amount.milliValue() : amount.value()));
  const highest = most! / least!;
  if (!(wanted! / (isSmall ? 1000 : 1) > highest)) return undefined;
  return Number.isFinite(highest) ? highest.toFixed(6) : '-Inf';
}
