import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { type FieldTransform, SelectorError } from '../../apimachinery/selectors/index.js';

/** Returns the value at a path such as `spec.node`; undefined if there is none. */
export function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
      return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

export function unsupportedField(field: string): string {
  return `field label not supported: ${field}`;
}

/** For resources with selectable fields or an error of their own, for which upstream's error differs. */
export function knownFieldsOnly(isNamespaced: boolean, problemOf = unsupportedField): FieldTransform {
  return (field, value) => {
    if (field === 'metadata.name' || (isNamespaced && field === 'metadata.namespace')) return [field, value];
    throw new SelectorError(problemOf(field));
  };
}

/** Returns the text that selectors compare. */
export function fieldText(value: JsonValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
