// Follows vendor/github.com/google/cel-go/common/types/json_value.go (v1.36)

import type { JsonObject, JsonValue } from '../meta/index.js';
import { renewBudget, spend } from './budget.js';
import { CelFailure, evaluationError } from './failure.js';
import { isList, listItems } from './lists.js';
import { isMap, mapGet, mapKeys } from './maps.js';
import { ItemsView, ObjectView, ValuesView } from './schema/views.js';
import { formatDuration, formatTimestamp } from './time.js';
import {
  CelDuration,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelUint,
  type CelValue,
  IntegralDouble,
  intOf,
  typeOf,
} from './values.js';

/**
 * Converts a value to JSON: bytes to base64, timestamps and durations to text, an empty optional to null; values from
 * JSON are unchanged. Throws `CelEvaluationError` for values without a JSON form, such as types and maps with
 * non-string keys.
 */
export function celToJson(value: CelValue): JsonValue {
  renewBudget();
  try {
    return toJson(value);
  } catch (thrown) {
    throw evaluationError(thrown);
  }
}

function toJson(value: CelValue): JsonValue {
  spend(1);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof ObjectView || value instanceof ValuesView) return value.json;
  if (value instanceof ItemsView) return value.json.slice();
  if (isList(value)) return listItems(value).map(toJson);
  if (isMap(value)) return objectOf(mapKeys(value).map((key) => [stringKey(key), mapGet(value, key)!]));
  if (value instanceof CelObject) return objectOf(Array.from(value.fieldNames(), (name) => [name, value.field(name)!]));
  return scalarToJson(value);
}

function scalarToJson(value: CelValue & object): JsonValue {
  if (value instanceof IntegralDouble) return value.value;
  if (value instanceof CelUint) return intOf(value.value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof CelOptional) return value.hasValue ? toJson(value.value) : null;
  throw new CelFailure(`type conversion error from '${typeOf(value).name}' to JSON`);
}

function stringKey(key: CelValue): string {
  if (typeof key !== 'string') throw new CelFailure(`type conversion error: ${typeOf(key).name} cannot be a JSON key`);
  return key;
}

/** `__proto__` must become an ordinary key. */
function objectOf(entries: readonly (readonly [string, CelValue])[]): JsonObject {
  return Object.fromEntries(entries.map(([name, value]) => [name, toJson(value)]));
}
