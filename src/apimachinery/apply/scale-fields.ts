import type { JsonObject, JsonValue } from '../meta/index.js';
import { FieldSet } from './field-set.js';
import { decodeManagedFields, encodeManagedFields, identityOf, ManagedEntry } from './managed-fields.js';
import { fieldElement, type PathElement } from './path-element.js';

const scaleApiVersion = 'autoscaling/v1';
const replicasInScale = [fieldElement('spec'), fieldElement('replicas')];

/** Where each version of the main resource has its replicas; undefined in versions without the scale subresource. */
export type ReplicasPaths = ReadonlyMap<string, readonly PathElement[] | undefined>;

/**
 * The managed fields of a main resource as those of its scale: whoever owns the replicas there owns `spec.replicas`
 * here. Throws what decodeManagedFields throws.
 */
export function scaleManagedFields(parent: readonly JsonValue[], paths: ReplicasPaths): JsonObject[] {
  const scale = new Map<string, ManagedEntry>();
  for (const [identity, entry] of decodeManagedFields(parent)) {
    const path = paths.get(entry.apiVersion);
    if (path === undefined || !entry.set.has(path)) continue;
    scale.set(identity, inApiVersion(entry, scaleApiVersion, FieldSet.fromPaths(replicasInScale)));
  }
  return encodeManagedFields(scale);
}

/**
 * The managed fields of a main resource after a write to its scale: the replicas belong to those who own them in the
 * scale, in the version of the main resource; all else stays. Entries of unknown versions are dropped.
 */
export function parentManagedFields(
  parent: readonly JsonValue[],
  scale: readonly JsonValue[],
  { apiVersion, paths }: { apiVersion: string; paths: ReplicasPaths },
): JsonObject[] {
  const owners = scaleOwners(scale, apiVersion);
  const result = new Map<string, ManagedEntry>();
  for (const [identity, entry] of decodeManagedFields(parent)) {
    if (!paths.has(entry.apiVersion)) continue;
    const path = paths.get(entry.apiVersion);
    const keeps = path === undefined || !entry.set.has(path) || owners.delete(identityOf({ ...entry, apiVersion }));
    const set = keeps ? entry.set : entry.set.difference(FieldSet.fromPaths(path));
    if (!set.isEmpty) result.set(identity, entry.withSet(set));
  }
  const path = paths.get(apiVersion);
  for (const [identity, entry] of owners) {
    if (path === undefined) continue;
    const set = FieldSet.fromPaths(path).union(result.get(identity)?.set ?? FieldSet.empty);
    result.set(identity, entry.withSet(set));
  }
  return encodeManagedFields(result);
}

/** Those who own the replicas in the scale, as managers of the main resource. */
function scaleOwners(scale: readonly JsonValue[], apiVersion: string): Map<string, ManagedEntry> {
  const owners = new Map<string, ManagedEntry>();
  for (const entry of decodeManagedFields(scale).values()) {
    if (!entry.set.has(replicasInScale)) continue;
    const owner = inApiVersion(entry, apiVersion, entry.set);
    owners.set(identityOf(owner), owner);
  }
  return owners;
}

function inApiVersion(entry: ManagedEntry, apiVersion: string, set: FieldSet): ManagedEntry {
  const { manager, operation, subresource, time } = entry;
  return new ManagedEntry({ manager, operation, apiVersion, subresource }, set, { time });
}
