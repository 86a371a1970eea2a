import { type JsonObject, type JsonValue, jsonEqual, mutableMetadataOf } from '../apimachinery/meta/index.js';
import {
  type FieldError,
  type FieldPath,
  fieldIsImmutable,
  invalidValue,
  notSupported,
} from '../apimachinery/validation/index.js';
import type { Replacement } from '../server/registry/index.js';
import { goValue, holdsGivenEmpty, wasGivenEmpty } from './types/index.js';

/** Returns the problems that a check finds as field errors. */
export function checked(text: string, check: (text: string) => readonly string[], path: FieldPath): FieldError[] {
  return check(text).map((problem) => invalidValue(path, text, problem));
}

/** Validates an enum value. */
export function oneOf(value: string, supported: readonly string[], path: FieldPath): FieldError[] {
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** Collects the errors of all list items, each with its path. */
export function eachItem<Item>(
  items: readonly Item[] | undefined,
  path: FieldPath,
  check: (item: Item, path: FieldPath, index: number) => FieldError[],
): FieldError[] {
  return (items ?? []).flatMap((item, index) => check(item, path.index(index), index));
}

/** Returns a predicate: whether the item at an index duplicates an earlier one. */
export function repetitions(texts: readonly string[]): (index: number) => boolean {
  const seen = new Set<string>();
  const repeated = texts.map((text) => seen.size === seen.add(text).size);
  return (index) => repeated[index]!;
}

/** Returns for each item whether it duplicates an earlier one; in linear time. */
export function repetitionsIn(texts: readonly string[]): readonly boolean[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated;
  });
}

/** Increments `metadata.generation` if one of the fields has changed. */
export function countGeneration({ object, old }: Replacement, fields: readonly string[]): void {
  if (fields.every((field) => jsonEqual(object[field], old[field]))) return;
  const { generation } = mutableMetadataOf(old);
  mutableMetadataOf(object)['generation'] = (typeof generation === 'number' ? generation : 0) + 1;
}

/** Like `countGeneration`, for kinds in which an explicitly empty list or map differs from an absent one. */
export function countGenerationExactly(change: Replacement, field: string): void {
  const { object, old } = change;
  const hasEmpty = holdsGivenEmpty(object[field]) || wasGivenEmpty(object, field);
  if (hasEmpty) mutableMetadataOf(object)['generation'] = Number(mutableMetadataOf(old)['generation'] ?? 0) + 1;
  else countGeneration(change, [field]);
}

/** Like `validateImmutableField`, for a type with an internal form, which the message shows. */
export function validateImmutableOf(
  type: string,
  { value, old }: { readonly value: JsonValue | undefined; readonly old: JsonValue | undefined },
  path: FieldPath,
): FieldError[] {
  if (jsonEqual(value, old)) return [];
  return [invalidValue(path, value === undefined || value === null ? null : goValue(type, value), fieldIsImmutable)];
}

/** Restores the old value of a field. */
export function keepField({ object, old }: Replacement, field: string): void {
  setOrDelete(object, field, old[field]);
}

/** Restores labels, annotations, owners and finalizers: a status update cannot change them. */
export function keepMetadata({ object, old }: Replacement): void {
  const { managedFields, resourceVersion } = mutableMetadataOf(object);
  const metadata: JsonObject = { ...mutableMetadataOf(old) };
  setOrDelete(metadata, 'managedFields', managedFields);
  setOrDelete(metadata, 'resourceVersion', resourceVersion);
  object['metadata'] = metadata;
}

function setOrDelete(object: JsonObject, field: string, value: JsonValue | undefined): void {
  if (value === undefined) delete object[field];
  else object[field] = value;
}
