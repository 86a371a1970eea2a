import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';

/**
 * Lists the fields of a struct that were explicitly empty. Not serialized to JSON, but kept in copies of the struct.
 */
const givenEmpty = Symbol('given, and empty');

interface Marked {
  [givenEmpty]?: readonly string[];
}

/** Records a list or map that is omitted because it is empty: a few rules distinguish that from an absent one. */
export function markGivenEmpty(struct: object, field: string): void {
  const marked = struct as Marked;
  marked[givenEmpty] = [...(marked[givenEmpty] ?? []), field];
}

export function keepMarks(from: object, to: object): void {
  const marks = (from as Marked)[givenEmpty];
  if (marks) (to as Marked)[givenEmpty] = marks;
}

/** Removes the marks of fields. */
export function forgetGivenEmpty(struct: object, fields: readonly string[]): void {
  const marked = struct as Marked;
  const marks = marked[givenEmpty];
  if (marks) marked[givenEmpty] = marks.filter((field) => !fields.includes(field));
}

/** Whether a list or map was omitted although it was set to empty, and has not been set since. */
export function wasGivenEmpty(struct: object | null | undefined, field: string): boolean {
  const marks = (struct as Marked | null | undefined)?.[givenEmpty];
  return marks?.includes(field) === true && (struct as JsonObject)[field] === undefined;
}

/** Like `wasGivenEmpty`, for messages: also true if the field is null, as in fields without omitempty. */
export function isShownEmpty(struct: JsonObject, field: string): boolean {
  return (struct as Marked)[givenEmpty]?.includes(field) === true && (struct[field] ?? null) === null;
}

/** Returns a list or map as messages show it: null if it was absent, `empty` if it was set to empty. */
export function asGiven(
  struct: object | null | undefined,
  field: string,
  empty: [] | Record<string, never>,
): JsonValue {
  return (struct as JsonObject | null | undefined)?.[field] ?? (wasGivenEmpty(struct, field) ? empty : null);
}

/** Like `wasGivenEmpty`, for everything nested in a value. */
export function holdsGivenEmpty(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const marks = (value as Marked)[givenEmpty];
  return marks?.some((field) => wasGivenEmpty(value, field)) || Object.values(value).some(holdsGivenEmpty);
}
