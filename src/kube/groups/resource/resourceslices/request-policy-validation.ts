// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { CapacityRequestPolicy, CapacityRequestPolicyRange } from '../../../../api/resource/v1.js';
import { type FieldError, type FieldPath, Quantity } from '../../../../apimachinery/validation/index.js';
import { validateList } from '../list-rules.js';

const maxValues = 10;

/** Validates the request policy of a capacity; `capacity`: the total. */
export function validateRequestPolicy(policy: CapacityRequestPolicy, capacity: string, path: FieldPath): FieldError[] {
  const { validValues = [], validRange, default: usual } = policy;
  if (validValues.length > 0 && validRange) {
    const detail =
      'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    return [path.forbidden(detail)];
  }
  const said = validValues.length > 0 ? 'validValues' : validRange ? 'validRange' : undefined;
  if (said === undefined) return [];
  if (!usual) return [path.child('default').required(`required when ${said} is defined`)];
  const limits = { usual: Quantity.parse(usual), capacity: Quantity.parse(capacity) };
  return validRange
    ? rangeErrors(validRange, path.child('validRange'), limits)
    : valueErrors(validValues, path.child('validValues'), limits);
}

interface Limits {
  readonly usual: Quantity;
  readonly capacity: Quantity;
}

function valueErrors(texts: readonly string[], path: FieldPath, { usual, capacity }: Limits): FieldError[] {
  const values = texts.map((text) => Quantity.parse(text));
  const errors = values.flatMap((value, index) => {
    const isOrdered = index === 0 || values[index - 1]!.compare(value) <= 0;
    return isOrdered ? [] : [path.index(index).invalid(String(value), 'values must be sorted in ascending order')];
  });
  const tooLarge = `option is larger than capacity value: ${capacity}`;
  errors.push(
    ...validateList(values, path, {
      max: maxValues,
      check: (value, place) => (value.compare(capacity) > 0 ? [place.invalid(String(value), tooLarge)] : []),
      keyOf: (value) => String(value.value()),
    }),
  );
  if (values.length <= maxValues && values.some((value) => value.equals(usual))) return errors;
  const detail = 'default value is not valid according to the requestPolicy';
  return [...errors, path.invalid(String(usual), detail)];
}

function rangeErrors(range: CapacityRequestPolicyRange, path: FieldPath, { usual, capacity }: Limits): FieldError[] {
  if (range.min === undefined) return [path.child('min').required('required when validRange is defined')];
  const min = Quantity.parse(range.min);
  const errors: FieldError[] = [];
  const unless = (isFine: boolean, field: string, [shown, detail]: readonly [Quantity, string]): void => {
    if (!isFine) errors.push(path.child(field).invalid(String(shown), detail));
  };
  unless(min.compare(capacity) <= 0, 'min', [min, `min is larger than capacity value: ${capacity}`]);
  unless(usual.compare(min) >= 0, 'min', [usual, `default is less than min: ${min}`]);
  const max = range.max === undefined ? undefined : Quantity.parse(range.max);
  if (max) {
    unless(min.compare(max) <= 0, 'max', [min, `min is larger than max: ${max}`]);
    unless(max.compare(capacity) <= 0, 'max', [max, `max is larger than capacity value: ${capacity}`]);
    unless(usual.compare(max) <= 0, 'max', [usual, `default is more than max: ${max}`]);
  }
  if (range.step === undefined) return errors;
  const step = Quantity.parse(range.step);
  const next = min.add(step);
  const tooLarge = `one step ${next} is larger than capacity value: ${capacity}`;
  unless(next.compare(capacity) <= 0, 'step', [step, tooLarge]);
  for (const value of max ? [usual, max] : [usual]) {
    const isWhole = step.value() !== 0n && (value.value() - min.value()) % step.value() === 0n;
    unless(isWhole, 'step', [value, `value is not a multiple of a given step (${step}) from (${min})`]);
  }
  return errors;
}
