// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/equality.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { managedFieldsOf, withManagedFields } from './managed-fields.js';

/**
 * Returns `after` with the managed fields of `before` if only their times differ and everything else is equal: such a
 * write is a no-op and must not be stored. Otherwise returns `after` itself.
 */
export function withoutNewTimes(before: JsonObject, after: JsonObject): JsonObject {
  const [old, current] = [managedFieldsOf(before), managedFieldsOf(after)];
  if (old === undefined || current === undefined || old.length !== current.length || old.length === 0) return after;
  const isSameButTimes = current.every((entry, index) => isSameButTime(old[index] as JsonValue, entry));
  if (!isSameButTimes) return after;
  if (current.every((entry, index) => timeOf(entry) === timeOf(old[index] as JsonValue))) return after;
  return jsonEqual(withManagedFields(before, []), withManagedFields(after, [])) ? withManagedFields(after, old) : after;
}

function timeOf(entry: JsonValue): JsonValue | undefined {
  return isJsonObject(entry) ? entry.time : undefined;
}

function isSameButTime(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const [{ time: _timeA, ...restA }, { time: _timeB, ...restB }] = [a, b];
  return jsonEqual(restA, restB);
}
