import type { JsonObject, JsonValue } from './json-value.js';

/**
 * Returns the value of an own key. Cheaper than checking for the key first: inherited values are functions, which JSON
 * does not have, and `__proto__`.
 */
export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
  const value = object[key];
  const mayBeInherited = typeof value === 'function' || key === '__proto__';
  return mayBeInherited && !Object.hasOwn(object, key) ? undefined : value;
}

/** Sets a key of a document; `__proto__` becomes an ordinary key and does not change the prototype. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether an object has no fields. */
export function isEmptyObject(object: JsonObject): boolean {
  for (const _key in object) return false;
  return true;
}
