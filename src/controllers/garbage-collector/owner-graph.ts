// Follows pkg/controller/garbagecollector/graph_builder.go (v1.36)
import type { ObjectMeta, OwnerReference } from '../../api/meta/v1.js';
import { alternateIdentity, dependentsBy } from './dependents.js';
import { GraphNode, type Identity, isSameIdentity, ownerIdentity, refersTo } from './graph-node.js';

export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

/** Called by the graph with what may have to be done. The same node may be passed often. */
export interface GraphHandler {
  /** The node may have to be deleted, or may be able to go. */
  attemptToDelete(node: GraphNode): void;
  /** The node waits until its dependents no longer refer to it. */
  attemptToOrphan(node: GraphNode): void;
  /** It has been verified that the owner does not exist. */
  ownerIsAbsent(owner: Identity): void;
  /** The reference names an owner in another namespace. */
  namespaceIsInvalid(dependent: GraphNode, owner: OwnerReference): void;
}

/**
 * Which objects own which. An object that neither has an owner nor dependents is not in the graph; an owner that is not
 * in the graph is added as not observed, and whether it exists is verified by `attemptToDelete`.
 */
export class OwnerGraph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #handler: GraphHandler;

  constructor(handler: GraphHandler) {
    this.#handler = handler;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** The observed objects of a kind, to find out which ones a list no longer has. */
  *observed({ apiVersion, kind }: Pick<Identity, 'apiVersion' | 'kind'>): Iterable<GraphNode> {
    for (const node of this.#nodes.values()) {
      if (node.isObserved && node.identity.kind === kind && node.identity.apiVersion === apiVersion) yield node;
    }
  }

  /** An object was created or changed. */
  put(identity: Identity, metadata: ObjectMeta): void {
    const owners = metadata.ownerReferences ?? [];
    const isWaiting = isWaitingFor(metadata, orphanFinalizer) || isWaitingFor(metadata, foregroundFinalizer);
    const known = this.#nodes.get(identity.uid);
    if (!known && owners.length === 0 && !isWaiting) return;
    const node = known ?? this.#add(identity);
    if (!node.isObserved) this.#observe(node, identity);
    this.#changeOwners(node, owners);
    if (metadata.deletionTimestamp) node.isBeingDeleted = true;
    this.#react(node, metadata);
    this.#prune(node);
  }

  /** An object was deleted. */
  remove({ uid }: Pick<Identity, 'uid'>): void {
    const node = this.#nodes.get(uid);
    if (node) this.#remove(node);
  }

  /** A request has shown that an object with this identity exists. */
  confirm(node: GraphNode): void {
    if (node.isObserved) return;
    node.isObserved = true;
    this.#verifyOthers(node);
  }

  /** A request has shown that no object with this identity exists. Dependents may disagree about the identity. */
  removeAbsent(absent: Identity): void {
    const node = this.#nodes.get(absent.uid);
    if (!node) return;
    const { matching, others } = dependentsBy(node, absent);
    if (node.isObserved ? isSameIdentity(node.identity, absent) : others.length === 0) {
      this.#remove(node);
      return;
    }
    if (matching.length > 0) this.#handler.ownerIsAbsent(absent);
    for (const dependent of matching) this.#handler.attemptToDelete(dependent);
    if (node.isObserved || !isSameIdentity(node.identity, absent)) return;
    const alternate = alternateIdentity(others, absent);
    if (!alternate) return;
    node.identity = alternate;
    this.#handler.attemptToDelete(node);
  }

  #add(identity: Identity, { isObserved }: { isObserved: boolean } = { isObserved: true }): GraphNode {
    const node = new GraphNode(identity, { isObserved });
    this.#nodes.set(identity.uid, node);
    return node;
  }

  /** The object of a node has been seen. */
  #observe(node: GraphNode, identity: Identity): void {
    node.isObserved = true;
    if (isSameIdentity(node.identity, identity)) return;
    node.identity = identity;
    this.#verifyOthers(node);
  }

  /** Dependents that know the owner by another identity. */
  #verifyOthers(node: GraphNode): void {
    const { identity } = node;
    for (const dependent of dependentsBy(node, identity).others) {
      const isElsewhere = identity.namespace !== '' && dependent.identity.namespace !== identity.namespace;
      if (isElsewhere) this.#reportNamespace(dependent, identity.uid);
      this.#handler.attemptToDelete(dependent);
    }
  }

  #changeOwners(node: GraphNode, owners: readonly OwnerReference[]): void {
    const before = new Map(node.owners.map((owner) => [owner.uid, owner]));
    const after = new Map(owners.map((owner) => [owner.uid, owner]));
    node.owners = owners;
    for (const [uid, old] of before) {
      if (!old.blockOwnerDeletion || after.get(uid)?.blockOwnerDeletion) continue;
      const owner = this.#nodes.get(uid);
      if (owner) this.#handler.attemptToDelete(owner);
    }
    this.#addToOwners(
      node,
      owners.filter(({ uid }) => !before.has(uid)),
    );
    for (const uid of before.keys()) if (!after.has(uid)) this.#removeFromOwner(node, uid);
  }

  #addToOwners(node: GraphNode, owners: readonly OwnerReference[]): void {
    let isDoubtful = false;
    for (const reference of owners) {
      const known = this.#nodes.get(reference.uid);
      const owner = known ?? this.#add(ownerIdentity(reference, node.identity.namespace), { isObserved: false });
      owner.dependents.add(node);
      if (!known) this.#handler.attemptToDelete(owner);
      else isDoubtful ||= this.#isDoubtful(node, reference, owner);
    }
    if (isDoubtful) this.#handler.attemptToDelete(node);
  }

  /** Whether the reference may name something other than the owner with its uid. */
  #isDoubtful(node: GraphNode, reference: OwnerReference, owner: GraphNode): boolean {
    const { namespace } = owner.identity;
    const isSameNamespace = namespace === node.identity.namespace;
    if (namespace !== '' && !isSameNamespace) {
      if (owner.isObserved) this.#reportNamespace(node, reference.uid);
      return true;
    }
    return !refersTo(reference, owner.identity) || !(isSameNamespace || owner.isObserved);
  }

  #reportNamespace(dependent: GraphNode, uid: string): void {
    const reference = dependent.owners.find((owner) => owner.uid === uid);
    if (reference) this.#handler.namespaceIsInvalid(dependent, reference);
  }

  #removeFromOwner(node: GraphNode, uid: string): void {
    const owner = this.#nodes.get(uid);
    if (!owner) return;
    owner.dependents.delete(node);
    this.#prune(owner);
  }

  /** Reacts to finalizers of the garbage collector on an object that is being deleted. */
  #react(node: GraphNode, metadata: ObjectMeta): void {
    if (isWaitingFor(metadata, orphanFinalizer)) {
      node.isOrphaningDependents = true;
      this.#handler.attemptToOrphan(node);
      return;
    }
    if (!isWaitingFor(metadata, foregroundFinalizer)) return;
    node.isDeletingDependents = true;
    for (const dependent of node.dependents) this.#handler.attemptToDelete(dependent);
    this.#handler.attemptToDelete(node);
  }

  #remove(node: GraphNode): void {
    this.#nodes.delete(node.identity.uid);
    if (node.dependents.size > 0) this.#handler.ownerIsAbsent(node.identity);
    for (const dependent of node.dependents) this.#handler.attemptToDelete(dependent);
    for (const { uid } of node.owners) {
      const owner = this.#nodes.get(uid);
      this.#removeFromOwner(node, uid);
      if (owner?.isDeletingDependents) this.#handler.attemptToDelete(owner);
    }
  }

  #prune(node: GraphNode): void {
    if (!node.isNeeded) this.#nodes.delete(node.identity.uid);
  }
}

function isWaitingFor({ deletionTimestamp, finalizers }: ObjectMeta, finalizer: string): boolean {
  return Boolean(deletionTimestamp) && (finalizers?.includes(finalizer) ?? false);
}
