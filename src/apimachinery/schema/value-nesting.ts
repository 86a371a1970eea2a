import { isJsonObject, type JsonObject, type JsonValue, type ReadonlyJson, setOwn } from '../meta/index.js';

/**
 * The maximum depth to which the passes follow a value. Far deeper than any real object, and well below the stack
 * limit; deeper values are rejected, or count as different.
 */
export const maxNesting = 1024;

/** Equality by value without stack overflow: values nested deeper than `maxNesting` count as different. */
export function valuesEqual(a: JsonValue, b: JsonValue, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > maxNesting) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) {
      if (!valuesEqual(a[index]!, b[index]!, depth + 1)) return false;
    }
    return true;
  }
  return !Array.isArray(b) && objectsEqual(a, b, depth);
}

function objectsEqual(a: JsonObject, b: JsonObject, depth: number): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key) || !valuesEqual(a[key]!, b[key]!, depth + 1)) return false;
  }
  return true;
}

/** A deep copy, for values no deeper than decoders and schemas allow. */
export function copyValue<T extends JsonValue>(value: T): T;
export function copyValue(value: ReadonlyJson): JsonValue;
export function copyValue(given: ReadonlyJson): JsonValue {
  // Only read: the type does not matter.
  const value = given as JsonValue;
  if (Array.isArray(value)) return value.map((item) => copyValue(item));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyValue(value[key]!));
  return copy;
}

/** Whether a document (a value or a schema) is nested deeper than `limit`. Without recursion. */
export function isNestedDeeperThan(document: unknown, limit: number): boolean {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const child of Object.values(value)) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return false;
}
