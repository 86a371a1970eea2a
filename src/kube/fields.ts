import { isJsonObject, type JsonObject, type JsonValue } from '../apimachinery/meta/index.js';

/** The object in a field; an empty one where there is none. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The list in a field; an empty one where there is none. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The text in a field; an empty one where there is none. */
export function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** How many members a map has. */
export function sizeOf(value: JsonValue | undefined): number {
  return Object.keys(objectIn(value)).length;
}
