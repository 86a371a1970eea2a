// Follows pkg/controller/garbagecollector/graph.go (v1.36)

import type { OwnerReference } from '../../api/meta/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';

/** What an owner reference names, and its namespace: empty for cluster-scoped objects. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** An object that has owners or dependents. */
export class GraphNode {
  identity: Identity;
  owners: readonly OwnerReference[] = [];
  readonly dependents = new Set<GraphNode>();
  /** False: known only because another object names it as its owner; it may not exist. */
  isObserved: boolean;
  isBeingDeleted = false;
  /** Deleted in the foreground: its dependents go first. */
  isDeletingDependents = false;
  /** Its dependents stay, and lose their reference first. */
  isOrphaningDependents = false;

  constructor(identity: Identity, { isObserved }: { isObserved: boolean }) {
    this.identity = identity;
    this.isObserved = isObserved;
  }

  /** The dependents that must be gone before this object. */
  get blockingDependents(): GraphNode[] {
    const { uid } = this.identity;
    return [...this.dependents].filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    );
  }

  /** Whether the graph needs the node. */
  get isNeeded(): boolean {
    return (
      this.owners.length > 0 || this.dependents.size > 0 || this.isDeletingDependents || this.isOrphaningDependents
    );
  }
}

export function identityKey({ apiVersion, kind, namespace, name, uid }: Identity): string {
  return compositeKey(apiVersion, kind, namespace, name, uid);
}

/** The identity of an owner, as its dependent in this namespace refers to it. */
export function ownerIdentity({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): Identity {
  return { apiVersion, kind, name, uid, namespace };
}

export function isSameIdentity(one: Identity, other: Identity): boolean {
  return refersTo(one, other) && one.namespace === other.namespace;
}

/** Whether a reference names the object, apart from its namespace. */
export function refersTo(
  reference: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name' | 'uid'>,
  to: Identity,
): boolean {
  return (
    reference.uid === to.uid &&
    reference.name === to.name &&
    reference.kind === to.kind &&
    reference.apiVersion === to.apiVersion
  );
}
