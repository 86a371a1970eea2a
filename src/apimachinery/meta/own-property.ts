import type { JsonObject, JsonValue } from './json-value.js';

/**
 * The value of a key that the object itself has. Cheaper than to ask for the key first: what objects inherit are
 * functions, which JSON has not, and `__proto__`.
 */
export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
  const value = object[key];
  const mayBeInherited = typeof value === 'function' || key === '__proto__';
  return mayBeInherited && !Object.hasOwn(object, key) ? undefined : value;
}

/** Sets a key of a document; `__proto__` is a key like any other, not the object's prototype. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

export function isEmptyObject(object: JsonObject): boolean {
  for (const _key in object) return false;
  return true;
}
