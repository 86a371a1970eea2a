import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import type { ApplyType } from './apply-type.js';
import { FieldSet } from './field-set.js';
import type { ManagedEntries, ManagedEntry } from './managed-fields.js';
import { withDeclaredFields } from './schema-fields.js';
import { removeItems } from './select-items.js';
import { fieldSetOf } from './to-field-set.js';
import { inVersion, type Versions } from './versions.js';

/** What a manager applies now and what it applied before. */
export interface Claim {
  readonly applied: ManagedEntry;
  readonly last: ManagedEntry | undefined;
  /** Everybody's entries, with `applied` among them. */
  readonly managed: ManagedEntries;
}

/** The merged object without what this manager applied last time, does not apply now, and nobody owns. */
export async function pruneMerged(
  versions: Versions,
  merged: JsonObject,
  { last, applied, managed }: Claim,
): Promise<JsonObject> {
  if (last === undefined || last.set.isEmpty) return merged;
  // What is applied again is owned, so nothing can be pruned: by far the most common case.
  if (last.apiVersion === applied.apiVersion && last.set.isSubsetOf(applied.set)) return merged;
  const before = await inVersion(versions, merged, last.apiVersion);
  if (before === undefined) return merged;
  const { object, type } = before;
  const lastFields = withDeclaredFields(last.set, type);
  const withoutLast = without(type, object, lastFields);
  const restored = await restoreOwned(
    versions,
    { merged: object, pruned: withoutLast },
    { managed, first: last.apiVersion },
  );
  const pruned = await inVersion(versions, restored, last.apiVersion);
  if (pruned === undefined) return merged;
  // Restoring can take away what was never applied by this manager, where it hangs on something that was: only what it
  // applied may go.
  const gone = declaredFieldsOf(type, object).difference(declaredFieldsOf(type, pruned.object));
  const result = removeItems(type, object, gone.intersection(lastFields));
  return (await inVersion(versions, result as JsonObject, applied.apiVersion))?.object ?? merged;
}

/** `pruned` with everything of `merged` that somebody owns; the first version first, where nothing need be converted. */
async function restoreOwned(
  versions: Versions,
  objects: { merged: JsonObject; pruned: JsonObject },
  { managed, first }: { managed: ManagedEntries; first: string },
): Promise<JsonObject> {
  let { merged, pruned } = objects;
  for (const [apiVersion, owned] of ownedByVersion(managed, first)) {
    const mergedThere = await inVersion(versions, merged, apiVersion);
    const prunedThere = await inVersion(versions, pruned, apiVersion);
    if (mergedThere === undefined || prunedThere === undefined) continue;
    merged = mergedThere.object;
    const { type } = mergedThere;
    const kept = declaredFieldsOf(type, prunedThere.object).union(withDeclaredFields(owned, type));
    pruned = without(type, merged, declaredFieldsOf(type, merged).difference(kept));
  }
  return pruned;
}

function ownedByVersion(managed: ManagedEntries, first: string): Map<string, FieldSet> {
  const owned = new Map([[first, FieldSet.empty]]);
  for (const { apiVersion, set } of managed.values()) {
    owned.set(apiVersion, (owned.get(apiVersion) ?? FieldSet.empty).union(set));
  }
  return owned;
}

function declaredFieldsOf(type: ApplyType, value: JsonValue): FieldSet {
  return withDeclaredFields(fieldSetOf(type, value), type);
}

/** Maps and lists of which nothing is left become null, which tells that they were there and were not removed. */
function without(type: ApplyType, object: JsonObject, items: FieldSet): JsonObject {
  const left = removeItems(type, object, items, 'null');
  return isJsonObject(left) ? left : {};
}
