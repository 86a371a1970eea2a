import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { type FieldTransform, SelectorError } from '../../apimachinery/selectors/index.js';

/** The value at a path such as `spec.node`; undefined where there is none. */
export function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
      return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** Of custom resources, and of those with fields of their own, in upstream's other words. */
export function knownFieldsOnly(
  isNamespaced: boolean,
  problemOf = (field: string): string => `field label not supported: ${field}`,
): FieldTransform {
  return (field, value) => {
    if (field === 'metadata.name' || (isNamespaced && field === 'metadata.namespace')) return [field, value];
    throw new SelectorError(problemOf(field));
  };
}

/** What selectors compare. */
export function fieldText(value: JsonValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
