import type { JsonObject, JsonValue } from '../meta/index.js';

/** Sets a key of a JSON object; `__proto__` becomes a key like any other. */
export function setKey(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * The value of an object's own key, undefined where it has none. Cheaper than to ask for the key first: what objects
 * inherit are functions, which JSON has not, and `__proto__`.
 */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  const value = object[key];
  const mayBeInherited = typeof value === 'function' || key === '__proto__';
  return mayBeInherited && !Object.hasOwn(object, key) ? undefined : value;
}

export function isEmptyObject(object: JsonObject): boolean {
  for (const _key in object) return false;
  return true;
}
