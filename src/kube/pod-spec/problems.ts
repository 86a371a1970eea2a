import type { JsonValue } from '../../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  type FieldError,
  type FieldPath,
  invalidValue,
  notSupported,
  required,
} from '../../apimachinery/validation/index.js';

/** A value with each of the problems that a rule finds in it. */
export function invalidFor(path: FieldPath, value: JsonValue, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalidValue(path, value, problem));
}

export function labelErrors(name: string, path: FieldPath): FieldError[] {
  return invalidFor(path, name, checkDns1123Label(name));
}

/** A field that must be there, and one of these. */
export function oneOf(value: string | undefined, path: FieldPath, supported: readonly string[]): FieldError[] {
  if (!value) return [required(path, '')];
  return optionalOneOf(value, path, supported);
}

/** A field that is one of these, where it is there. */
export function optionalOneOf(value: string | undefined, path: FieldPath, supported: readonly string[]): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** The errors of each item of a list, with its place. */
export function eachOf<Item>(
  items: readonly Item[] | null | undefined,
  path: FieldPath,
  check: (item: Item, path: FieldPath, index: number) => readonly FieldError[],
): FieldError[] {
  return (items ?? []).flatMap((item, index) => check(item, path.index(index), index));
}
