import {
  checkDns1123Label,
  type FieldError,
  type FieldPath,
  required,
  tooMany,
} from '../../../../apimachinery/validation/index.js';
import { checked } from '../../../field-checks.js';
import type { CounterConsumption, CounterSet } from './slice.js';

const maxCounters = 32;

/** Counters shared by several devices. */
export function validateCounterSet({ name, counters }: CounterSet, path: FieldPath): FieldError[] {
  return [...validateName(name, path.child('name')), ...validateCounters(counters, path.child('counters'))];
}

export function validateConsumption({ counterSet, counters }: CounterConsumption, path: FieldPath): FieldError[] {
  return [...validateName(counterSet, path.child('counterSet')), ...validateCounters(counters, path.child('counters'))];
}

function validateName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path, '')] : checked(name, checkDns1123Label, path);
}

function validateCounters(counters: CounterSet['counters'] = {}, path: FieldPath): FieldError[] {
  const names = Object.keys(counters);
  if (names.length === 0) return [required(path, '')];
  if (names.length > maxCounters) return [tooMany(path, names.length, maxCounters)];
  return names.flatMap((name) => checked(name, checkDns1123Label, path));
}
