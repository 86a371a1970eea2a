// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/scalehandler.go (v1.36)

import type { JsonObject, JsonValue } from '../meta/index.js';
import { FieldSet } from './field-set.js';
import { decodeManagedFields, encodeManagedFields, ManagedEntry, type ManagerIdentity } from './managed-fields.js';
import { fieldElement, type PathElement } from './path-element.js';

const scaleApiVersion = 'autoscaling/v1';
const replicasInScale = [fieldElement('spec'), fieldElement('replicas')];

/**
 * The path of the replicas in each version of the main resource; undefined for versions without the scale subresource.
 */
export type ReplicasPaths = ReadonlyMap<string, readonly PathElement[] | undefined>;

/**
 * Maps the managed fields of a main resource to those of its scale: the owner of the replicas owns `spec.replicas`.
 * Throws what decodeManagedFields throws.
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
 * Returns the managed fields of a main resource after a write to its scale: the owners of the replicas in the scale own
 * them in the main resource, in its version; everything else is unchanged. Entries of unknown versions are dropped.
 * A manager that is left in the scale keeps its replicas, even if it owns none there.
 *
 * As upstream, an updater of the scale is a different manager because of the scale's apiVersion: the replicas that it
 * owned in the main resource become a separate entry. Managers that are new to the main resource get no time.
 */
export function parentManagedFields(
  parent: readonly JsonValue[],
  scale: readonly JsonValue[],
  { apiVersion, paths }: { apiVersion: string; paths: ReplicasPaths },
): JsonObject[] {
  const before = decodeManagedFields(parent);
  const managers = new Map(decodeManagedFields(scale));
  const result = new Map<string, ManagedEntry>();
  for (const [identity, entry] of before) {
    if (!paths.has(entry.apiVersion)) continue;
    const path = paths.get(entry.apiVersion);
    const keeps = path === undefined || !entry.set.has(path) || managers.delete(identity);
    const set = keeps ? entry.set : entry.set.difference(FieldSet.fromPaths(path));
    if (!set.isEmpty) result.set(identity, entry.withSet(set));
  }
  const path = paths.get(apiVersion);
  if (path === undefined) return encodeManagedFields(result);
  for (const [identity, entry] of managers) {
    if (!entry.set.has(replicasInScale)) continue;
    const time = before.get(identity)?.time;
    result.set(identity, new ManagedEntry(identityIn(entry, apiVersion), FieldSet.fromPaths(path), { time }));
  }
  return encodeManagedFields(result);
}

function inApiVersion(entry: ManagedEntry, apiVersion: string, set: FieldSet): ManagedEntry {
  return new ManagedEntry(identityIn(entry, apiVersion), set, { time: entry.time });
}

function identityIn({ manager, operation, subresource }: ManagerIdentity, apiVersion: string): ManagerIdentity {
  return { manager, operation, apiVersion, subresource };
}
