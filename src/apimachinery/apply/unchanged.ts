// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager/equality.go (v1.36)

import type { Steps } from '../event-loop/index.js';
import { comparingJson, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { managedFieldsOf, withManagedFields } from './managed-fields.js';

/**
 * Returns `after` with the managed fields of `before` if only their times differ and everything else is equal: such a
 * write is a no-op and must not be stored. Otherwise returns `after` itself.
 */
export function* droppingNewTimes(before: JsonObject, after: JsonObject): Steps<JsonObject> {
  const [old, current] = [managedFieldsOf(before), managedFieldsOf(after)];
  if (old === undefined || current === undefined || old.length !== current.length || old.length === 0) return after;
  for (const [index, entry] of current.entries()) {
    if (!(yield* comparingButTime(old[index] as JsonValue, entry))) return after;
  }
  if (current.every((entry, index) => timeOf(entry) === timeOf(old[index] as JsonValue))) return after;
  const isSame = yield* comparingJson(withManagedFields(before, []), withManagedFields(after, []));
  return isSame ? withManagedFields(after, old) : after;
}

function timeOf(entry: JsonValue): JsonValue | undefined {
  return isJsonObject(entry) ? entry.time : undefined;
}

function* comparingButTime(a: JsonValue, b: JsonValue): Steps<boolean> {
  if (a === b) return true;
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const [{ time: _timeA, ...restA }, { time: _timeB, ...restB }] = [a, b];
  return yield* comparingJson(restA, restB);
}
