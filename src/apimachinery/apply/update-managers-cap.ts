// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/capmanagers.go (v1.36)

import { compareBytes } from '../meta/index.js';
import { FieldSet } from './field-set.js';
import { identityOf, type ManagedEntries, ManagedEntry, type ManagerIdentity, secondsOf } from './managed-fields.js';

const maxUpdateManagers = 10;

/** The manager that takes over the fields of the oldest updaters. */
const ancientChanges = 'ancient-changes';

/**
 * Limits the number of updaters to `maxUpdateManagers` by merging the oldest entries of a version, so that managed
 * fields do not grow without bound. Appliers are not affected.
 */
export function capUpdateManagers(managed: ManagedEntries): ManagedEntries {
  if (managed.size <= maxUpdateManagers) return managed;
  const updaters = [...managed].filter(([, entry]) => entry.operation === 'Update');
  if (updaters.length <= maxUpdateManagers) return managed;
  updaters.sort(([idA, a], [idB, b]) => secondsOf(a) - secondsOf(b) || compareBytes(idA, idB));
  const capped = new Map(managed);
  const kept = managed.size - updaters.length + maxUpdateManagers;
  const oldest = new Map<string, string>();
  for (const [identity, entry] of updaters) {
    if (capped.size <= kept) break;
    const older = oldest.get(entry.apiVersion);
    if (older !== undefined) unite(capped, [older, identity], entry);
    oldest.set(entry.apiVersion, older === undefined ? identity : ancientIdentity(entry.apiVersion));
  }
  return capped;
}

function ancientIdentity(apiVersion: string): string {
  return identityOf(ancientManager(apiVersion));
}

function ancientManager(apiVersion: string): ManagerIdentity {
  return { manager: ancientChanges, operation: 'Update', apiVersion, subresource: '' };
}

/**
 * Replaces two entries, and the `ancient-changes` entry if there is one, by one with all their fields and the latest
 * time.
 */
function unite(
  managed: Map<string, ManagedEntry>,
  identities: [string, string],
  { apiVersion, time }: ManagedEntry,
): void {
  const ancient = ancientIdentity(apiVersion);
  let set = managed.get(ancient)?.set ?? FieldSet.empty;
  for (const identity of identities) {
    set = set.union(managed.get(identity)?.set ?? FieldSet.empty);
    managed.delete(identity);
  }
  managed.set(ancient, new ManagedEntry(ancientManager(apiVersion), set, { time }));
}
