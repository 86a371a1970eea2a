import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  checkPercent,
  type FieldError,
  FieldPath,
  type IntOrString,
  invalidValue,
  validateNonnegative,
} from '../../apimachinery/validation/index.js';
import type { Replacement } from '../../server/registry/index.js';
import { objectIn } from '../fields.js';
import { invalidFor } from '../pod-spec/index.js';

const statusPath = FieldPath.of('status');

export interface StatusCounts {
  /** Fields that must not be negative. */
  readonly fields: readonly string[];
  /** Fields that must not exceed `replicas`. */
  readonly parts?: readonly string[];
  /** Name of the upper bound of `availableReplicas`. */
  readonly readyName?: string;
}

/** Counts must not be negative, and no part may exceed the total. */
export function validateStatusCounts({ object }: Replacement, counts: StatusCounts): FieldError[] {
  const { fields, parts = [], readyName = 'readyReplicas' } = counts;
  const status = objectIn(object['status']);
  const count = (field: string): number => Number(status[field] ?? 0);
  const errors = fields.flatMap((field) => [...validateNonnegative(count(field), statusPath.child(field))]);
  for (const part of parts) {
    if (count(part) <= count('replicas')) continue;
    errors.push(invalidValue(statusPath.child(part), count(part), 'cannot be greater than status.replicas'));
  }
  if (parts.includes('availableReplicas') && count('availableReplicas') > count('readyReplicas')) {
    const path = statusPath.child('availableReplicas');
    errors.push(invalidValue(path, count('availableReplicas'), `cannot be greater than ${readyName}`));
  }
  return errors;
}

/** `collisionCount` must not decrease. */
export function validateCollisions({ object, old }: Replacement): FieldError[] {
  const countOf = (of: JsonObject) => objectIn(of['status'])['collisionCount'] as number | undefined;
  const [after, before] = [countOf(object), countOf(old)];
  if (before === undefined || (after !== undefined && after >= before)) return [];
  return [invalidValue(statusPath.child('collisionCount'), after ?? 0, 'cannot be decremented')];
}

/** Fields of a spec that must not be negative. */
export function validateCounts(spec: object, path: FieldPath, fields: readonly string[]): FieldError[] {
  return fields.flatMap((field) => {
    const value = (spec as JsonObject)[field];
    return value === undefined ? [] : [...validateNonnegative(Number(value), path.child(field))];
  });
}

/** A number of pods or a percentage. */
export function validateIntOrPercent(value: IntOrString, path: FieldPath): FieldError[] {
  if (typeof value === 'number') return [...validateNonnegative(value, path)];
  return invalidFor(path, value, checkPercent(value));
}

export function validateAtMostAll(value: IntOrString, path: FieldPath): FieldError[] {
  const isTooMuch = typeof value === 'string' && checkPercent(value).length === 0 && amountOf(value) > 100;
  return isTooMuch ? [invalidValue(path, value, 'must not be greater than 100%')] : [];
}

/** Returns the number or the percentage, 0 for invalid text. Callers only check whether it is zero. */
export function amountOf(value: IntOrString): number {
  if (typeof value === 'number') return value;
  return /^(?:[+-]?\d+|\d+%)$/.test(value) ? Number.parseInt(value, 10) : 0;
}
