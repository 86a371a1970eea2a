import type { JsonValue } from '../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  type FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../apimachinery/validation/index.js';

/** Returns an `Invalid` error for each problem of a value. */
export function invalidFor(path: FieldPath, value: JsonValue, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalidValue(path, value, problem));
}

export function labelErrors(name: string, path: FieldPath): FieldError[] {
  return invalidFor(path, name, checkDns1123Label(name));
}

/** A required enum field. */
export function oneOf(value: string | undefined, path: FieldPath, supported: readonly string[]): FieldError[] {
  if (!value) return [required(path, '')];
  return optionalOneOf(value, path, supported);
}

/** An optional enum field. */
export function optionalOneOf(value: string | undefined, path: FieldPath, supported: readonly string[]): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** Collects the errors of all list items, each with its path. */
export function eachOf<Item>(
  items: readonly Item[] | null | undefined,
  path: FieldPath,
  check: (item: Item, path: FieldPath, index: number) => readonly FieldError[],
): FieldError[] {
  return (items ?? []).flatMap((item, index) => check(item, path.index(index), index));
}
