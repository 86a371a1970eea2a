import type { JsonObject, JsonValue } from '../meta/index.js';
import { FieldSet } from './field-set.js';
import { decodeManagedFields, encodeManagedFields, ManagedEntry, type ManagerIdentity } from './managed-fields.js';
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
 *
 * As upstream, an updater is somebody else in the scale, whose version it is that of: the replicas that it had in the
 * main resource become an entry of their own. And nobody who is new to the main resource has a time.
 */
export function parentManagedFields(
  parent: readonly JsonValue[],
  scale: readonly JsonValue[],
  { apiVersion, paths }: { apiVersion: string; paths: ReplicasPaths },
): JsonObject[] {
  const before = decodeManagedFields(parent);
  const owners = new Map([...decodeManagedFields(scale)].filter(([, entry]) => entry.set.has(replicasInScale)));
  const result = new Map<string, ManagedEntry>();
  for (const [identity, entry] of before) {
    if (!paths.has(entry.apiVersion)) continue;
    const path = paths.get(entry.apiVersion);
    const keeps = path === undefined || !entry.set.has(path) || owners.delete(identity);
    const set = keeps ? entry.set : entry.set.difference(FieldSet.fromPaths(path));
    if (!set.isEmpty) result.set(identity, entry.withSet(set));
  }
  const path = paths.get(apiVersion);
  if (path === undefined) return encodeManagedFields(result);
  for (const [identity, entry] of owners) {
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
