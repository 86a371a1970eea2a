import { isJsonObject, type JsonObject, type JsonValue } from '../apimachinery/meta/index.js';

/** Returns the object in a field; an empty object if it is none. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the list in a field; an empty list if it is none. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the string in a field; an empty string if it is none. */
export function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the number of members of a map. */
export function sizeOf(value: JsonValue | undefined): number {
  return Object.keys(objectIn(value)).length;
}
