// Follows pkg/apis/apps/validation/validation.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  checkPercent,
  type FieldError,
  FieldPath,
  type IntOrString,
  validateNonnegative,
} from '../../apimachinery/validation/index.js';
import type { Replacement } from '../../server/registry/index.js';

const statusPath = FieldPath.of('status');

export interface StatusCounts<Status> {
  /** Fields that must not be negative. */
  readonly fields: readonly (keyof Status & string)[];
  /** Fields that must not exceed `replicas`. */
  readonly atMostReplicas?: readonly (keyof Status & string)[];
  /** Name of the upper bound of `availableReplicas`. */
  readonly readyName?: string;
}

/** Counts must not be negative, and none may exceed the total. */
export function validateStatusCounts<Status extends JsonObject>(
  status: Status,
  { fields, atMostReplicas = [], readyName = 'readyReplicas' }: StatusCounts<Status>,
): FieldError[] {
  const count = (field: string): number => Number(status[field] ?? 0);
  const errors = [
    ...fields.flatMap((field) => validateNonnegative(count(field), statusPath.child(field))),
    ...atMostReplicas
      .filter((field) => count(field) > count('replicas'))
      .map((field) => statusPath.child(field).invalid(count(field), 'cannot be greater than status.replicas')),
  ];
  if (atMostReplicas.includes('availableReplicas') && count('availableReplicas') > count('readyReplicas')) {
    const path = statusPath.child('availableReplicas');
    errors.push(path.invalid(count('availableReplicas'), `cannot be greater than ${readyName}`));
  }
  return errors;
}

/** `collisionCount` must not decrease. */
export function validateCollisions({
  object,
  old,
}: Replacement<{ status: { collisionCount?: number } }>): FieldError[] {
  const [after, before] = [object.status.collisionCount, old.status.collisionCount];
  if (before === undefined || (after !== undefined && after >= before)) return [];
  return [statusPath.child('collisionCount').invalid(after ?? 0, 'cannot be decremented')];
}

/** Fields of a spec that must not be negative. */
export function validateCounts<Spec extends JsonObject>(
  spec: Spec,
  path: FieldPath,
  fields: readonly (keyof Spec & string)[],
): FieldError[] {
  return fields.flatMap((field) => {
    const value = spec[field];
    return value === undefined ? [] : validateNonnegative(Number(value), path.child(field));
  });
}

/** A number of pods or a percentage. */
export function validateIntOrPercent(value: IntOrString, path: FieldPath): FieldError[] {
  return typeof value === 'number' ? validateNonnegative(value, path) : path.check(value, checkPercent);
}

export function validateAtMostAll(value: IntOrString, path: FieldPath): FieldError[] {
  const isTooMuch = typeof value === 'string' && checkPercent(value).length === 0 && amountOf(value) > 100;
  return isTooMuch ? [path.invalid(value, 'must not be greater than 100%')] : [];
}

/** Returns the number or the percentage, 0 for invalid text. Callers only check whether it is zero. */
export function amountOf(value: IntOrString): number {
  if (typeof value === 'number') return value;
  return /^(?:[+-]?\d+|\d+%)$/.test(value) ? Number.parseInt(value, 10) : 0;
}
