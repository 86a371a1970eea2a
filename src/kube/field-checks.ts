import { isEmptyObject, isJsonObject, type JsonValue, jsonEqual } from '../apimachinery/meta/index.js';
import { type FieldError, type FieldPath, fieldIsImmutable, visitItems } from '../apimachinery/validation/index.js';
import { incrementGeneration, type Replacement } from '../server/registry/index.js';
import { goValue, holdsGivenEmpty, wasGivenEmpty } from './types/index.js';

/** The protocols of ports. */
export const portProtocols = ['SCTP', 'TCP', 'UDP'];

/** A check of a value; returns its problems. */
export type Check<Value = string> = (value: Value) => readonly string[];

/** A text that must be set, and is checked. */
export function checkedRequired(text: string | undefined, check: Check, path: FieldPath): FieldError[] {
  return text ? path.check(text, check) : [path.required()];
}

/** Validates an enum value. An unset one is valid. */
export function oneOf(value: string | undefined, supported: readonly string[], path: FieldPath): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [path.notSupported(value, supported)];
}

/** An enum value that must be set. */
export function requiredOneOf(value: string | undefined, supported: readonly string[], path: FieldPath): FieldError[] {
  return value ? oneOf(value, supported, path) : [path.required()];
}

/** A value that must be set: neither unset nor an empty text, list or object. */
export function validateRequired(value: JsonValue | undefined, path: FieldPath, detail = ''): FieldError[] {
  return isEmptyValue(value) ? [path.required(detail)] : [];
}

function isEmptyValue(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && isEmptyObject(value);
}

/** Collects the errors of all list items, each with its path; see `visitItems`. */
export function eachItem<Item>(
  items: readonly Item[] | null | undefined,
  path: FieldPath,
  check: (item: Item, path: FieldPath, index: number) => readonly FieldError[],
): FieldError[] {
  return visitItems<Item, FieldError[]>(items ?? [], [], (errors, item, index) => {
    for (const error of check(item, path.index(index), index)) errors.push(error);
  });
}

/**
 * Returns a function that reports a value which it was called with before: `duplicated(name, path.child('name'))`.
 * Values are compared by `key`, and shown as they are unless another form is given.
 */
export function duplicates(): (key: string, path: FieldPath, shown?: FieldError['badValue']) => FieldError[] {
  const seen = new Set<string>();
  return (key, path, shown = key) => (seen.size === seen.add(key).size ? [path.duplicate(shown)] : []);
}

/** Returns for each item whether it duplicates an earlier one; in linear time. */
export function repetitionsIn(texts: readonly string[]): readonly boolean[] {
  const seen = new Set<string>();
  return texts.map((text) => seen.size === seen.add(text).size);
}

/** Increments `metadata.generation` if one of the fields has changed. */
export function countGeneration(change: Replacement, fields: readonly string[]): void {
  const { object, old } = change;
  if (fields.some((field) => !jsonEqual(object[field], old[field]))) incrementGeneration(change);
}

/** Whether a field differs, for kinds in which an explicitly empty list or map differs from an absent one. */
export function changesExactly({ object, old }: Replacement, field: string): boolean {
  if (holdsGivenEmpty(object[field]) || wasGivenEmpty(object, field)) return true;
  return !jsonEqual(object[field], old[field]);
}

/** Like `validateImmutableField`, for a type with an internal form, which the message shows. */
export function validateImmutableOf(
  type: string,
  { value, old }: { readonly value: JsonValue | undefined; readonly old: JsonValue | undefined },
  path: FieldPath,
): FieldError[] {
  if (jsonEqual(value, old)) return [];
  return [path.invalid(value === undefined || value === null ? null : goValue(type, value), fieldIsImmutable)];
}
