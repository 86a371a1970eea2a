// Follows pkg/apis/core/validation/validation.go (v1.36)

import { type FieldError, type FieldPath, Quantity } from '../apimachinery/validation/index.js';

/** A quantity that must not be negative. */
export function validateNonnegativeQuantity(text: string, path: FieldPath): FieldError[] {
  if (Quantity.parse(text).sign >= 0) return [];
  return [path.invalid(text, 'must be greater than or equal to 0')];
}

export function validatePositiveQuantity(text: string, path: FieldPath): FieldError[] {
  return Quantity.parse(text).sign > 0 ? [] : [path.invalid(text, 'must be greater than zero')];
}
