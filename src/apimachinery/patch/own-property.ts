import type { JsonObject, JsonValue } from '../meta/index.js';

/** The value of a key that the object itself has; what it inherits (`constructor`) is no part of a document. */
export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a key of a document; `__proto__` is a key like any other, not the object's prototype. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}
