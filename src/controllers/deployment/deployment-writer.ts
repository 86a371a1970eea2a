// Follows pkg/controller/deployment/sync.go (v1.36)
import type { Deployment, DeploymentStatus, ReplicaSet } from '../../api/apps/v1.js';
import { ignoreNotFound, isAlreadyExists, messageOf } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ControllerContext } from '../controller.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { deployments, replicaSets } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { controllerReference, isControlledBy } from '../workload/controller-reference.js';
import { podTemplateHash } from '../workload/pod-template-hash/pod-template-hash.js';
import { newCondition, progressing, type Reason, withCondition } from './deployment-status.js';
import { countsFor, hasProgressDeadline, newSetReplicas, replicasOf, revisionLimit } from './replica-counts.js';
import {
  byRevision,
  countAnnotations,
  hasCountAnnotations,
  hashLabel,
  isSameTemplate,
  newSetAnnotations,
  revisionAnnotation,
} from './revision.js';

const maxNameLength = 253;

interface Dependencies {
  readonly context: ControllerContext;
  readonly recorder: EventRecorder;
  readonly sets: Informer<ReplicaSet>;
}

/** Writes a deployment and its replica sets, during one reconciliation. */
export class DeploymentWriter {
  readonly #dependencies: Dependencies;
  /** As it was written last. */
  deployment: Deployment;

  constructor(deployment: Deployment, dependencies: Dependencies) {
    this.deployment = deployment;
    this.#dependencies = dependencies;
  }

  event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#dependencies.recorder.event(this.deployment, type, reason, message);
  }

  /** Annotations are written with the status. */
  async updateStatus(status: DeploymentStatus): Promise<void> {
    const { client, signal } = this.#dependencies.context;
    const { namespace } = this.deployment.metadata;
    const changed = { ...this.deployment, status };
    this.deployment = await client.resource<Deployment>(deployments, namespace).updateStatus(changed, { signal });
  }

  async update(changed: Deployment): Promise<void> {
    const { client, signal } = this.#dependencies.context;
    this.deployment = await client
      .resource<Deployment>(deployments, changed.metadata.namespace)
      .update(changed, { signal });
  }

  #sets() {
    return this.#dependencies.context.client.resource<ReplicaSet>(replicaSets, this.deployment.metadata.namespace);
  }

  #withProgress(about: { status: 'True' | 'False'; reason: Reason; message: string }): DeploymentStatus {
    const { status } = this.deployment;
    const condition = newCondition({ type: progressing, ...about }, this.#dependencies.context.clock.now());
    return { ...status, conditions: withCondition(status.conditions, condition) };
  }

  /** Sets the annotation locally; returns whether it changed. */
  #setRevision(revision: string): boolean {
    const { metadata } = this.deployment;
    if (metadata.annotations?.[revisionAnnotation] === revision) return false;
    const annotations = { ...metadata.annotations, [revisionAnnotation]: revision };
    this.deployment = { ...this.deployment, metadata: { ...metadata, annotations } };
    return true;
  }

  /** Brings the annotations of the newest set, and what the deployment says of it, up to date. */
  async adoptNewSet(set: ReplicaSet, revision: bigint): Promise<ReplicaSet> {
    const { deployment } = this;
    const annotations = newSetAnnotations(deployment, set.metadata.annotations, { revision });
    const { minReadySeconds = 0 } = deployment.spec;
    if (annotations || (set.spec.minReadySeconds ?? 0) !== minReadySeconds) {
      const metadata = annotations ? { ...set.metadata, annotations } : set.metadata;
      const { signal } = this.#dependencies.context;
      return this.#sets().update({ ...set, metadata, spec: { ...set.spec, minReadySeconds } }, { signal });
    }
    const hasNewRevision = this.#setRevision(set.metadata.annotations?.[revisionAnnotation] ?? '');
    const isKnown = deployment.status.conditions?.some(({ type }) => type === progressing);
    if (hasProgressDeadline(deployment) && !isKnown) {
      const message = `Found new replica set "${set.metadata.name}"`;
      await this.updateStatus(this.#withProgress({ status: 'True', reason: 'FoundNewReplicaSet', message }));
    } else if (hasNewRevision) await this.updateStatus(deployment.status);
    return set;
  }

  async createNewSet(oldSets: readonly ReplicaSet[], revision: bigint): Promise<ReplicaSet> {
    const { deployment } = this;
    const wanted = this.#newSet(oldSets, revision);
    const { signal } = this.#dependencies.context;
    let set: ReplicaSet;
    let isNew = true;
    try {
      set = await this.#sets().create(wanted, { signal });
    } catch (error) {
      set = await this.#existing(wanted, error);
      isNew = false;
    }
    if (isNew && replicasOf(wanted) > 0) {
      const message = `Scaled up replica set ${set.metadata.name} from 0 to ${replicasOf(wanted)}`;
      this.event('Normal', 'ScalingReplicaSet', message);
    }
    const hasNewRevision = this.#setRevision(String(revision));
    if (isNew && hasProgressDeadline(deployment)) {
      const message = `Created new replica set "${set.metadata.name}"`;
      await this.updateStatus(this.#withProgress({ status: 'True', reason: 'NewReplicaSetCreated', message }));
    } else if (hasNewRevision) await this.updateStatus(this.deployment.status);
    return set;
  }

  #newSet(oldSets: readonly ReplicaSet[], revision: bigint): ReplicaSet {
    const { deployment } = this;
    const { metadata, spec, status } = deployment;
    const hash = podTemplateHash(spec.template, status.collisionCount);
    const labels = { ...spec.template.metadata.labels, [hashLabel]: hash };
    const prefix = (metadata.name ?? '').slice(0, maxNameLength - 1 - hash.length);
    const annotations = newSetAnnotations(deployment, {}, { revision, counts: countsFor(deployment) });
    return {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: `${prefix}-${hash}`,
        namespace: metadata.namespace ?? '',
        ownerReferences: [controllerReference(deployment)],
        labels,
        ...(annotations && { annotations }),
      },
      spec: {
        replicas: newSetReplicas(deployment, oldSets, 0),
        ...(spec.minReadySeconds && { minReadySeconds: spec.minReadySeconds }),
        selector: { ...spec.selector, matchLabels: { ...spec.selector?.matchLabels, [hashLabel]: hash } },
        template: { metadata: { ...spec.template.metadata, labels }, spec: spec.template.spec },
      },
      status: { replicas: 0 },
    };
  }

  /** Another set of that name: it is the wanted one if the informer was behind; otherwise the hash gets a new try. */
  async #existing(wanted: ReplicaSet, error: unknown): Promise<ReplicaSet> {
    const { deployment } = this;
    const { namespace, name = '' } = wanted.metadata;
    if (isAlreadyExists(error)) {
      const found = this.#dependencies.sets.lister.get(name, namespace);
      if (!found) throw error;
      if (isControlledBy(found, deployment) && isSameTemplate(deployment.spec.template, found.spec.template)) {
        return found;
      }
      const { status } = deployment;
      await this.updateStatus({ ...status, collisionCount: (status.collisionCount ?? 0) + 1 });
      throw error;
    }
    if (!isNamespaceTerminating(error)) {
      const message = `Failed to create new replica set "${name}": ${messageOf(error)}`;
      if (hasProgressDeadline(deployment)) {
        await this.updateStatus(this.#withProgress({ status: 'False', reason: 'ReplicaSetCreateError', message }));
      }
      this.event('Warning', 'ReplicaSetCreateError', message);
    }
    throw error;
  }

  /** Returns the set as it is then, and whether its number of replicas was changed. */
  async scale(
    set: ReplicaSet,
    replicas: number,
    { isForced = false }: { isForced?: boolean } = {},
  ): Promise<{ isScaled: boolean; set: ReplicaSet }> {
    const old = replicasOf(set);
    const isScaled = old !== replicas;
    const counts = countsFor(this.deployment);
    if (!isScaled && (!isForced || hasCountAnnotations(set, counts))) return { isScaled: false, set };
    const { signal } = this.#dependencies.context;
    const annotations = { ...set.metadata.annotations, ...countAnnotations(counts) };
    const changed = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } };
    const updated = await this.#sets().update(changed, { signal });
    if (isScaled) {
      const direction = old < replicas ? 'up' : 'down';
      const message = `Scaled ${direction} replica set ${set.metadata.name} from ${old} to ${replicas}`;
      this.event('Normal', 'ScalingReplicaSet', message);
    }
    return { isScaled, set: updated };
  }

  /** Deletes the oldest sets of more than the deployment's history keeps. */
  async cleanUp(oldSets: readonly ReplicaSet[]): Promise<void> {
    const limit = revisionLimit(this.deployment);
    if (limit === undefined) return;
    const alive = oldSets.filter(({ metadata }) => !metadata.deletionTimestamp).sort(byRevision);
    for (const set of alive.slice(0, Math.max(0, alive.length - limit))) {
      const { metadata, status } = set;
      const isUpToDate = (metadata.generation ?? 0) <= (status.observedGeneration ?? 0);
      if (status.replicas !== 0 || replicasOf(set) !== 0 || !isUpToDate) continue;
      await this.#sets()
        .delete(metadata.name ?? '', { signal: this.#dependencies.context.signal })
        .catch(ignoreNotFound);
    }
  }
}
