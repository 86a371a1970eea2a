// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { DeviceTaint } from '../../../api/resource/v1.js';
import {
  checkLabelValue,
  type FieldError,
  type FieldPath,
  validateLabelName,
} from '../../../apimachinery/validation/index.js';
import { requiredOneOf } from '../../field-checks.js';
import { taintEffects } from './device-requests.js';

/** An unknown effect that is already stored stays valid. */
export function validateTaint(
  { key, value = '', effect }: DeviceTaint,
  path: FieldPath,
  old?: DeviceTaint,
): FieldError[] {
  return [
    ...validateLabelName(key, path.child('key')),
    ...(value === '' ? [] : path.child('value').check(value, checkLabelValue)),
    ...(old?.effect === effect ? [] : requiredOneOf(effect, taintEffects, path.child('effect'))),
  ];
}
