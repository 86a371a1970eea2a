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

/** The problems that a check finds with a text, as errors of its field. */
export function checked(text: string, check: (text: string) => readonly string[], path: FieldPath): FieldError[] {
  return check(text).map((problem) => invalidValue(path, text, problem));
}

/** Whether a value is one of a few. */
export function oneOf(value: string, supported: readonly string[], path: FieldPath): FieldError[] {
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** The errors of each item of a list, with the path of the item. */
export function eachItem<Item>(
  items: readonly Item[] | undefined,
  path: FieldPath,
  check: (item: Item, path: FieldPath, index: number) => FieldError[],
): FieldError[] {
  return (items ?? []).flatMap((item, index) => check(item, path.index(index), index));
}

/** Says of a place in a list whether its text has come before. */
export function repetitions(texts: readonly string[]): (index: number) => boolean {
  const seen = new Set<string>();
  const repeated = texts.map((text) => seen.size === seen.add(text).size);
  return (index) => repeated[index]!;
}

/** Of each text of a list, whether it was there before; hostile lists cost what they are long. */
export function repetitionsIn(texts: readonly string[]): readonly boolean[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated;
  });
}

/** Counts in `metadata.generation` a change of one of the fields. */
export function countGeneration({ object, old }: Replacement, fields: readonly string[]): void {
  if (fields.every((field) => jsonEqual(object[field], old[field]))) return;
  const { generation } = mutableMetadataOf(old);
  mutableMetadataOf(object)['generation'] = (typeof generation === 'number' ? generation : 0) + 1;
}

/** The same for kinds in which also a list or map that is given, though empty, is a change from one that is not. */
export function countGenerationExactly(change: Replacement, field: string): void {
  const { object, old } = change;
  const hasEmpty = holdsGivenEmpty(object[field]) || wasGivenEmpty(object, field);
  if (hasEmpty) mutableMetadataOf(object)['generation'] = Number(mutableMetadataOf(old)['generation'] ?? 0) + 1;
  else countGeneration(change, [field]);
}

/** As `validateImmutableField`, of a value whose type has an internal form: that is what the message shows. */
export function validateImmutableOf(
  type: string,
  { value, old }: { readonly value: JsonValue | undefined; readonly old: JsonValue | undefined },
  path: FieldPath,
): FieldError[] {
  if (jsonEqual(value, old)) return [];
  return [invalidValue(path, value === undefined || value === null ? null : goValue(type, value), fieldIsImmutable)];
}

/** Puts back what a field was. */
export function keepField({ object, old }: Replacement, field: string): void {
  setOrDelete(object, field, old[field]);
}

/** Labels, annotations, owners and finalizers stay as they were: the status says nothing of them. */
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
