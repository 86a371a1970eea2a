// Follows pkg/controller/garbagecollector/graph_builder.go (v1.36)

import { compareBytes } from '../../apimachinery/meta/index.js';
import { type GraphNode, type Identity, isSameIdentity, ownerIdentity, refersTo } from './graph-node.js';

/** Divides dependents by whether they refer to the owner with this identity. One that does both is in both lists. */
export function dependentsBy(owner: GraphNode, identity: Identity): { matching: GraphNode[]; others: GraphNode[] } {
  const matching: GraphNode[] = [];
  const others: GraphNode[] = [];
  for (const dependent of owner.dependents) {
    const isElsewhere = identity.namespace !== '' && identity.namespace !== dependent.identity.namespace;
    const references = dependent.owners.filter(({ uid }) => uid === identity.uid);
    if (!isElsewhere && references.some((reference) => refersTo(reference, identity))) matching.push(dependent);
    if (isElsewhere || references.some((reference) => !refersTo(reference, identity))) others.push(dependent);
  }
  return { matching, others };
}

/**
 * Another identity by which dependents refer to an owner: the next one after the absent one in a fixed order, so that
 * all are tried in turn.
 */
export function alternateIdentity(dependents: readonly GraphNode[], absent: Identity): Identity | undefined {
  const candidates = dependents
    .flatMap((dependent) =>
      dependent.owners
        .filter(({ uid }) => uid === absent.uid)
        .map((owner) => withKnownScope(ownerIdentity(owner, dependent.identity.namespace), absent)),
    )
    .filter((candidate) => !isSameIdentity(candidate, absent))
    .sort(compareIdentities);
  return candidates.find((candidate) => compareIdentities(absent, candidate) < 0) ?? candidates[0];
}

/** The absent identity shows whether its kind is cluster-scoped. */
function withKnownScope(candidate: Identity, absent: Identity): Identity {
  const isSameKind = candidate.apiVersion === absent.apiVersion && candidate.kind === absent.kind;
  return absent.namespace === '' && isSameKind ? { ...candidate, namespace: '' } : candidate;
}

function compareIdentities(one: Identity, other: Identity): number {
  return (
    compareBytes(one.kind, other.kind) ||
    compareBytes(one.apiVersion, other.apiVersion) ||
    compareBytes(one.namespace, other.namespace) ||
    compareBytes(one.name, other.name)
  );
}
