// Follows pkg/apis/core/validation/validation.go (v1.36)

import { type FieldError, type FieldPath, Quantity } from '../../../apimachinery/validation/index.js';
import { isIntegerResource } from '../../pod-spec/index.js';
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
