// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/merge/update.go (v1.36)

import { isJsonObject, type JsonObject } from '../meta/index.js';
import { FieldSet } from './field-set.js';
import type { ManagedEntries, ManagedEntry } from './managed-fields.js';
import { withDeclaredFields } from './schema-fields.js';
import { removeItems } from './select-items.js';
import { fieldSetOf } from './to-field-set.js';
import { inVersion, type TypedObject, type Versions } from './versions.js';

/** What a manager applies now, and what it applied before. */
export interface Claim {
  readonly applied: ManagedEntry;
  readonly last: ManagedEntry | undefined;
  /** The entries of all managers, including `applied`. */
  readonly managed: ManagedEntries;
}

/** Removes from the merged object what this manager applied last time, no longer applies, and no other manager owns. */
export async function pruneMerged(
  versions: Versions,
  merged: JsonObject,
  { last, applied, managed }: Claim,
): Promise<JsonObject> {
  if (last === undefined || last.set.isEmpty) return merged;
  // Everything from last time is applied again, so nothing can be pruned: by far the most common case.
  if (last.apiVersion === applied.apiVersion && last.set.isSubsetOf(applied.set)) return merged;
  const there = await inVersion(versions, merged, {
    apiVersion: last.apiVersion,
    purpose: 'failed to prune fields: failed to convert merged object to last applied version',
  });
  if (there === undefined) return merged;
  const { type } = there;
  const lastFields = withDeclaredFields(last.set, type);
  const fields = declaredFieldsOf(there);
  const ownedElsewhere = ownedByVersion(managed);
  const owned = ownedElsewhere.get(last.apiVersion) ?? FieldSet.empty;
  ownedElsewhere.delete(last.apiVersion);
  const dropped = fields.difference(fields.recursiveDifference(lastFields).union(withDeclaredFields(owned, type)));
  const left =
    ownedElsewhere.size === 0
      ? fields.recursiveDifference(dropped)
      : await restoreOwned(versions, { merged: there, pruned: without(there, dropped) }, ownedElsewhere);
  // Fields without an owner are removed with their parent only if this manager applied the parent.
  const gone = fields.difference(left).intersection(lastFields);
  const { apiVersion } = applied;
  const back = await inVersion(versions, without(there, gone), { apiVersion, purpose: 'failed to prune fields' });
  return back?.object ?? merged;
}

/** Returns the fields of `pruned` after restoring everything of `merged` that a manager owns in another version. */
async function restoreOwned(
  versions: Versions,
  objects: { merged: TypedObject; pruned: JsonObject },
  owned: ReadonlyMap<string, FieldSet>,
): Promise<FieldSet> {
  let { merged, pruned } = objects;
  for (const [version, set] of owned) {
    const mergedThere = await inVersion(versions, merged.object, addingBack('merged object', version));
    const prunedThere = await inVersion(versions, pruned, addingBack('pruned object', version));
    if (mergedThere === undefined || prunedThere === undefined) continue;
    merged = mergedThere;
    const kept = declaredFieldsOf(prunedThere).union(withDeclaredFields(set, merged.type));
    pruned = without(merged, declaredFieldsOf(merged).difference(kept));
  }
  const lastVersion = String(objects.merged.object.apiVersion);
  const result = await inVersion(versions, pruned, {
    apiVersion: lastVersion,
    purpose:
      'failed to prune fields: failed add back dangling items: failed to convert pruned object to last applied version',
  });
  return declaredFieldsOf(result ?? objects.merged);
}

function addingBack(what: string, apiVersion: string): { apiVersion: string; purpose: string } {
  const step = 'failed to prune fields: failed add back owned items';
  return { apiVersion, purpose: `${step}: failed to convert ${what} at version ${apiVersion}` };
}

function ownedByVersion(managed: ManagedEntries): Map<string, FieldSet> {
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, set } of managed.values()) {
    owned.set(apiVersion, (owned.get(apiVersion) ?? FieldSet.empty).union(set));
  }
  return owned;
}

function declaredFieldsOf({ object, type }: TypedObject): FieldSet {
  return withDeclaredFields(fieldSetOf(type, object), type);
}

function without({ object, type }: TypedObject, items: FieldSet): JsonObject {
  const left = removeItems(type, object, items);
  return isJsonObject(left) ? left : {};
}
