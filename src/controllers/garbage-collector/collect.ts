// Follows pkg/controller/garbagecollector/garbagecollector.go (v1.36)

import type { OwnerReference, PartialObjectMetadata } from '../../api/meta/v1.js';
import { someAtATime } from '../../apimachinery/event-loop/index.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isConflict, isNotFound, isUnsupportedMediaType } from '../../apimachinery/status/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import type { ControllerContext } from '../controller.js';
import type { AbsentOwners } from './absent-owners.js';
import { type GraphNode, type Identity, ownerIdentity } from './graph-node.js';
import { foregroundFinalizer, type OwnerGraph, orphanFinalizer } from './owner-graph.js';
import type { ResourceKinds } from './resource-kinds.js';

/** A cluster-scoped object refers to a namespaced owner: no retry can change that. */
class InvalidOwnerError extends Error {
  override readonly name = 'InvalidOwnerError';
}

interface CollectorOptions {
  readonly context: ControllerContext;
  readonly graph: OwnerGraph;
  readonly kinds: ResourceKinds;
  readonly absentOwners: AbsentOwners;
  /** Queues a node for `attemptToDelete`. */
  readonly enqueue: (node: GraphNode) => void;
}

interface Owners {
  /** They exist. */
  readonly solid: readonly OwnerReference[];
  /** They do not exist. */
  readonly dangling: readonly OwnerReference[];
  /** They are being deleted in the foreground, and wait for the object. */
  readonly waiting: readonly OwnerReference[];
}

type Propagation = 'Background' | 'Foreground' | 'Orphan';

/** Decides about single objects, by what the server says about them and their owners, and acts. */
export class Collector {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /**
   * Deletes an object whose owners are all gone, or lets one go whose dependents are. Resolves to whether the object
   * needs another attempt. Rejects if an attempt failed.
   */
  async attemptToDelete(node: GraphNode): Promise<void> {
    if (this.#options.graph.get(node.identity.uid) !== node) return;
    if (node.isBeingDeleted && !node.isDeletingDependents) return;
    try {
      await this.#attempt(node);
    } catch (error) {
      if (isNotFound(error)) this.#options.graph.removeAbsent(node.identity);
      else if (!(error instanceof InvalidOwnerError)) throw error;
    }
  }

  async #attempt(node: GraphNode): Promise<void> {
    const { graph } = this.#options;
    const { identity } = node;
    const latest = await this.#read(identity);
    if (!latest || latest.metadata.uid !== identity.uid) {
      graph.removeAbsent(identity);
      return;
    }
    graph.confirm(node);
    if (node.isDeletingDependents) return this.#releaseForeground(node);
    const owners = latest.metadata.ownerReferences ?? [];
    if (owners.length > 0) await this.#judge(node, latest, await this.#classify(owners, node));
  }

  async #judge(node: GraphNode, latest: PartialObjectMetadata, { solid, dangling, waiting }: Owners): Promise<void> {
    if (solid.length > 0) {
      const gone = [...dangling, ...waiting].map(({ uid }) => uid);
      if (gone.length > 0) await this.#removeOwners(node, gone);
      return;
    }
    if (waiting.length > 0 && node.dependents.size > 0) {
      // Dependents that are deleted in the foreground too may be a cycle, in which all would wait for each other.
      if ([...node.dependents].some(({ isDeletingDependents }) => isDeletingDependents))
        await this.#unblockOwners(node);
      await this.#delete(node.identity, latest, 'Foreground');
      return;
    }
    await this.#delete(node.identity, latest, propagationOf(latest));
  }

  /** Removes the references of all dependents, and then the finalizer. */
  async orphan(owner: GraphNode): Promise<void> {
    const { uid } = owner.identity;
    await someAtATime([...owner.dependents], (dependent) => this.#removeOwners(dependent, [uid]).catch(ignoreNotFound));
    await this.#removeFinalizer(owner.identity, orphanFinalizer);
  }

  async #releaseForeground(node: GraphNode): Promise<void> {
    const blocking = node.blockingDependents;
    if (blocking.length === 0) return this.#removeFinalizer(node.identity, foregroundFinalizer);
    for (const dependent of blocking) if (!dependent.isDeletingDependents) this.#options.enqueue(dependent);
  }

  async #classify(owners: readonly OwnerReference[], node: GraphNode): Promise<Owners> {
    const found = await someAtATime(owners, (reference) => this.#findOwner(reference, node));
    const isWaiting = (index: number): boolean => {
      const { deletionTimestamp, finalizers } = found[index]?.metadata ?? {};
      return Boolean(deletionTimestamp) && (finalizers?.includes(foregroundFinalizer) ?? false);
    };
    return {
      solid: owners.filter((_, index) => found[index] && !isWaiting(index)),
      dangling: owners.filter((_, index) => !found[index]),
      waiting: owners.filter((_, index) => isWaiting(index)),
    };
  }

  /** Returns undefined if the owner does not exist. */
  async #findOwner(reference: OwnerReference, { identity }: GraphNode): Promise<PartialObjectMetadata | undefined> {
    const { absentOwners, kinds } = this.#options;
    const owner = ownerIdentity(reference, identity.namespace);
    if (absentOwners.has(owner) || absentOwners.has({ ...owner, namespace: '' })) return undefined;
    const { isNamespaced } = kinds.find(owner);
    if (isNamespaced && identity.namespace === '')
      throw new InvalidOwnerError('a cluster-scoped object has a namespaced owner');
    const found = await this.#read(owner);
    if (found?.metadata.uid === reference.uid) return found;
    absentOwners.add(isNamespaced ? owner : { ...owner, namespace: '' });
    return undefined;
  }

  /** Returns undefined if there is no such object. */
  #read(identity: Identity): Promise<PartialObjectMetadata | undefined> {
    const { signal } = this.#options.context;
    return this.#clientOf(identity).get(identity.name, { signal }).catch(ignoreNotFound);
  }

  #clientOf(identity: Identity): ResourceClient<PartialObjectMetadata> {
    const { context, kinds } = this.#options;
    const resource = kinds.find(identity);
    if (!resource.isNamespaced) return context.client.metadata(resource);
    if (identity.namespace === '') throw new InvalidOwnerError('a cluster-scoped object has a namespaced owner');
    return context.client.metadata(resource, identity.namespace);
  }

  /** Deletes the object unless its owners change meanwhile; other changes do not matter. */
  async #delete(identity: Identity, { metadata }: PartialObjectMetadata, propagation: Propagation): Promise<void> {
    const { signal } = this.#options.context;
    const client = this.#clientOf(identity);
    const options = { propagationPolicy: propagation, signal };
    try {
      const { resourceVersion } = metadata;
      const preconditions = { uid: identity.uid, ...(resourceVersion !== undefined && { resourceVersion }) };
      await client.delete(identity.name, { ...options, preconditions });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const live = await client.get(identity.name, { signal });
      const isSame =
        live.metadata.uid === identity.uid &&
        jsonEqual(live.metadata.ownerReferences ?? null, metadata.ownerReferences ?? null);
      if (!isSame) throw error;
      await client.delete(identity.name, { ...options, preconditions: { uid: identity.uid } });
    }
  }

  /** Strategic merge patches need no read, but custom resources do not support them. */
  async #removeOwners({ identity }: GraphNode, uids: readonly string[]): Promise<void> {
    const ownerReferences = uids.map((uid) => ({ $patch: 'delete', uid }));
    await this.#patchOwners(identity, ownerReferences, (owners) => owners.filter(({ uid }) => !uids.includes(uid)));
  }

  async #unblockOwners({ identity, owners }: GraphNode): Promise<void> {
    const unblock = (owner: OwnerReference): OwnerReference => ({ ...owner, blockOwnerDeletion: false });
    const blocking = owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion);
    await this.#patchOwners(identity, blocking.map(unblock), (all) => all.map(unblock));
  }

  async #patchOwners(
    identity: Identity,
    ownerReferences: readonly object[],
    change: (owners: readonly OwnerReference[]) => readonly OwnerReference[],
  ): Promise<void> {
    const { signal } = this.#options.context;
    const client = this.#clientOf(identity);
    try {
      const body = { metadata: { uid: identity.uid, ownerReferences } };
      await client.patch(identity.name, { type: 'strategic', body: body as never }, { signal });
    } catch (error) {
      if (!isUnsupportedMediaType(error)) throw error;
      const { metadata } = await client.get(identity.name, { signal });
      const { resourceVersion = '', ownerReferences: owners = [] } = metadata;
      const body = { metadata: { resourceVersion, ownerReferences: [...change(owners)] } };
      await client.patch(identity.name, { type: 'merge', body }, { signal });
    }
  }

  async #removeFinalizer(identity: Identity, finalizer: string): Promise<void> {
    const { signal } = this.#options.context;
    const client = this.#clientOf(identity);
    for (;;) {
      const latest = await this.#read(identity);
      if (latest?.metadata.uid !== identity.uid) return;
      const { resourceVersion = '', finalizers = [] } = latest.metadata;
      if (!finalizers.includes(finalizer)) return;
      const body = { metadata: { resourceVersion, finalizers: finalizers.filter((name) => name !== finalizer) } };
      try {
        await client.patch(identity.name, { type: 'merge', body }, { signal }).catch(ignoreNotFound);
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }
}

/** Finalizers that the object already has determine how its own dependents are treated. */
function propagationOf({ metadata: { finalizers = [] } }: PartialObjectMetadata): Propagation {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan';
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background';
}
