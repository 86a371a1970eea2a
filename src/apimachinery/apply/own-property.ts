import type { JsonObject, JsonValue } from '../meta/index.js';

/** Sets a key of a JSON object; `__proto__` becomes a key like any other. */
export function setKey(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
