import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';

/** Of a struct: the lists and maps that were given, and empty. No JSON shows it, and a copy of the struct has it too. */
const givenEmpty = Symbol('given, and empty');

interface Marked {
  [givenEmpty]?: readonly string[];
}

/** An empty list or map is left out where its type says so; yet a few rules tell it from one that was not given. */
export function markGivenEmpty(struct: object, field: string): void {
  const marked = struct as Marked;
  marked[givenEmpty] = [...(marked[givenEmpty] ?? []), field];
}

export function keepMarks(from: object, to: object): void {
  const marks = (from as Marked)[givenEmpty];
  if (marks) (to as Marked)[givenEmpty] = marks;
}

/** Fields of which it no longer counts whether they were given. */
export function forgetGivenEmpty(struct: object, fields: readonly string[]): void {
  const marked = struct as Marked;
  const marks = marked[givenEmpty];
  if (marks) marked[givenEmpty] = marks.filter((field) => !fields.includes(field));
}

/** Whether a list or map of the struct was left out although it was given, and nothing is in its place by now. */
export function wasGivenEmpty(struct: object | null | undefined, field: string): boolean {
  const marks = (struct as Marked | null | undefined)?.[givenEmpty];
  return marks?.includes(field) === true && (struct as JsonObject)[field] === undefined;
}

/** The same for messages: also where null is in its place, as in fields that are always written. */
export function isShownEmpty(struct: JsonObject, field: string): boolean {
  return (struct as Marked)[givenEmpty]?.includes(field) === true && (struct[field] ?? null) === null;
}

/** A list or map of the struct as messages show it: null where it was not given, `empty` where it was given as that. */
export function asGiven(
  struct: object | null | undefined,
  field: string,
  empty: [] | Record<string, never>,
): JsonValue {
  return (struct as JsonObject | null | undefined)?.[field] ?? (wasGivenEmpty(struct, field) ? empty : null);
}

/** The same as `wasGivenEmpty` for anything within a value. */
export function holdsGivenEmpty(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const marks = (value as Marked)[givenEmpty];
  return marks?.some((field) => wasGivenEmpty(value, field)) || Object.values(value).some(holdsGivenEmpty);
}
