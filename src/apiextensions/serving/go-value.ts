// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/helpers.go (v1.36)

import { goNumber, isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { goTypeOf } from '../conversion/index.js';

/** Deeper values are elided: these texts are for humans. */
const maxDepth = 100;

/** Formats a value like Go's `%v`. */
function goText(value: JsonValue, depth = 0): string {
  if (value === null) return '<nil>';
  if (typeof value !== 'object') return typeof value === 'number' ? goNumber(value) : String(value);
  if (depth > maxDepth) return '...';
  if (Array.isArray(value)) return `[${value.map((item) => goText(item, depth + 1)).join(' ')}]`;
  const members = Object.keys(value).sort();
  return `map[${members.map((key) => `${key}:${goText(value[key]!, depth + 1)}`).join(' ')}]`;
}

/** A value of an unexpected type. The message is that of Go's accessors. */
export class AccessError extends Error {
  override readonly name = 'AccessError';

  constructor(path: readonly string[], value: JsonValue, expected: string) {
    super(
      `.${path.join('.')} accessor error: ${goText(value)} is of the type ${goTypeOf(value)}, expected ${expected}`,
    );
  }
}

/** Returns the value at a path; undefined if there is none. Throws AccessError if a parent is not an object. */
export function nestedValue(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const [depth, step] of path.entries()) {
    if (value === null) return undefined;
    if (!isJsonObject(value)) throw new AccessError(path.slice(0, depth + 1), value!, 'map[string]interface{}');
    if (!Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}
