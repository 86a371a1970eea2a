import {
  checkLabelValue,
  type FieldError,
  type FieldPath,
  notSupported,
  required,
  validateLabelName,
} from '../../../apimachinery/validation/index.js';
import { checked } from '../../field-checks.js';
import { taintEffects } from './device-requests.js';

export interface DeviceTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  timeAdded?: string;
}

/** An unknown effect that is already stored stays valid. */
export function validateTaint(
  { key, value = '', effect }: DeviceTaint,
  path: FieldPath,
  old?: DeviceTaint,
): FieldError[] {
  const errors = validateLabelName(key, path.child('key'));
  if (value !== '') errors.push(...checked(value, checkLabelValue, path.child('value')));
  if (old?.effect === effect) return errors;
  if (effect === '') return [...errors, required(path.child('effect'), '')];
  return taintEffects.includes(effect) ? errors : [...errors, notSupported(path.child('effect'), effect, taintEffects)];
}
