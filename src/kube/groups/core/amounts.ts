// Follows pkg/apis/core/validation/validation.go (v1.36)

import {
  checkQualifiedName,
  type FieldError,
  type FieldPath,
  Quantity,
} from '../../../apimachinery/validation/index.js';
import { isIntegerResource, isStandardResource } from '../../pod-spec/index.js';
import { validateNonnegativeQuantity } from '../../quantity-rules.js';

/** Quantities by resource name. */
export type Amounts = Readonly<Record<string, string>>;

/** A quantity must not be negative, and must be an integer for integer resources. */
export function validateAmount(name: string, amount: string, path: FieldPath): FieldError[] {
  const errors = validateNonnegativeQuantity(amount, path);
  if (!isIntegerResource(name) || isWhole(amount)) return errors;
  return [...errors, path.invalid(amount, 'must be an integer')];
}

function isWhole(amount: string): boolean {
  return Quantity.parse(amount).milliValue() % 1000n === 0n;
}

/** A standard resource name, or one qualified with a domain. */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = path.check(name, checkQualifiedName);
  if (errors.length > 0 || name.includes('/') || isStandardResource(name)) return errors;
  return [path.invalid(name, 'must be a standard resource type or fully qualified')];
}
