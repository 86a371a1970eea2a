// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { CounterSet, DeviceCounterConsumption } from '../../../../api/resource/v1.js';
import { checkDns1123Label, type FieldError, type FieldPath } from '../../../../apimachinery/validation/index.js';
import { checkedRequired } from '../../../field-checks.js';

const maxCounters = 32;

/** Counters shared by several devices. */
export function validateCounterSet({ name, counters }: CounterSet, path: FieldPath): FieldError[] {
  return [
    ...checkedRequired(name, checkDns1123Label, path.child('name')),
    ...validateCounters(counters, path.child('counters')),
  ];
}

export function validateConsumption({ counterSet, counters }: DeviceCounterConsumption, path: FieldPath): FieldError[] {
  return [
    ...checkedRequired(counterSet, checkDns1123Label, path.child('counterSet')),
    ...validateCounters(counters, path.child('counters')),
  ];
}

function validateCounters(counters: CounterSet['counters'] = {}, path: FieldPath): FieldError[] {
  const names = Object.keys(counters);
  if (names.length === 0) return [path.required()];
  if (names.length > maxCounters) return [path.tooMany(names.length, maxCounters)];
  return names.flatMap((name) => path.check(name, checkDns1123Label));
}
