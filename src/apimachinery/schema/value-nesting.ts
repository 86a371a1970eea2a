import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';

/**
 * How deep the passes follow a value along a schema. Far beyond any real object, and far from the end of the stack;
 * below it, values are refused, or count as different.
 */
export const maxNesting = 512;

/** Equality by value that ends before the stack does: what is nested deeper than `maxNesting` counts as different. */
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

/** A copy that shares nothing with the original. For what is no deeper than decoders and schemas allow. */
export function copyValue<T extends JsonValue>(value: T): T;
export function copyValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => copyValue(item));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyValue(value[key]!));
  return copy;
}

/** Whether a document (a value, or a schema) is nested deeper than `limit`. Works without recursion. */
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
