// Follows pkg/controller/deployment/deployment_controller.go (v1.36)
import type { Deployment, ReplicaSet } from '../../api/apps/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { isEmptyObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { EventRecorder } from '../events/event-recorder.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { deployments, replicaSets } from '../resources.js';
import { claim } from '../workload/claim.js';
import { controllerReferenceOf, controllerUid } from '../workload/controller-reference.js';
import { podInformer, podsControlledBy } from '../workload/owned-pods.js';
import { isNamespaceTerminating } from '../workload/pod-control.js';
import { DeploymentWriter } from './deployment-writer.js';
import { Rollout } from './rollout.js';

export const deploymentController: Controller = reconcilerController({
  name: 'deployment-controller',
  create: (context) => new DeploymentReconciler(context),
});

/** Rolls out the templates of deployments by their replica sets. */
class DeploymentReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #deployments: Informer<Deployment>;
  readonly #sets: Informer<ReplicaSet>;
  readonly #pods: Informer<Pod>;
  readonly #recorder: EventRecorder;
  #enqueue: Enqueue = () => undefined;

  constructor(context: ControllerContext) {
    const { informers } = context;
    this.#context = context;
    this.#deployments = informers.informer<Deployment>(deployments);
    this.#sets = informers.informer<ReplicaSet>(replicaSets);
    this.#pods = podInformer(informers);
    this.#recorder = new EventRecorder(context, { component: 'deployment-controller' });
  }

  async watch(enqueue: Enqueue): Promise<void> {
    this.#enqueue = enqueue;
    await firstObject(this.#deployments, this.#context.signal);
    this.#deployments.addHandler({
      added: (deployment) => enqueue(keyOf(deployment)),
      updated: (_old, deployment) => enqueue(keyOf(deployment)),
    });
    this.#sets.addHandler({
      added: (set) => this.#setChanged(undefined, set),
      updated: (old, set) => this.#setChanged(old, set),
      deleted: (set) => this.#enqueueController(set),
    });
    this.#pods.addHandler({ deleted: (pod) => this.#podDeleted(pod) });
    await startAll(this.#deployments, this.#sets, this.#pods);
  }

  #setChanged(old: ReplicaSet | undefined, set: ReplicaSet): void {
    if (old && controllerUid(old) !== controllerUid(set)) this.#enqueueController(old);
    if (controllerUid(set) !== undefined) {
      this.#enqueueController(set);
      return;
    }
    const isNew = !old || controllerUid(old) !== undefined;
    const hasNewLabels = !jsonEqual(old?.metadata.labels ?? {}, set.metadata.labels ?? {});
    if (isNew || hasNewLabels) this.#enqueueSelecting(set);
  }

  /** A deployment that recreates its pods waits for the last of the old ones. */
  #podDeleted({ metadata }: Pod): void {
    const reference = controllerReferenceOf(metadata);
    if (reference?.kind !== 'ReplicaSet') return;
    const set = this.#sets.lister.get(reference.name, metadata.namespace);
    if (set?.metadata.uid !== reference.uid) return;
    const deployment = this.#controllerOf(set);
    if (deployment?.spec.strategy.type === 'Recreate') this.#enqueue(keyOf(deployment));
  }

  #controllerOf({ metadata }: ReplicaSet): Deployment | undefined {
    const reference = controllerReferenceOf(metadata);
    if (reference?.kind !== 'Deployment') return undefined;
    const deployment = this.#deployments.lister.get(reference.name, metadata.namespace);
    return deployment?.metadata.uid === reference.uid ? deployment : undefined;
  }

  #enqueueController(set: ReplicaSet): void {
    const deployment = this.#controllerOf(set);
    if (deployment) this.#enqueue(keyOf(deployment));
  }

  #enqueueSelecting({ metadata }: ReplicaSet): void {
    for (const deployment of this.#deployments.lister.list({ namespace: metadata.namespace ?? '' })) {
      const selector = labelSelectorFromSpec(deployment.spec.selector);
      if (!selector.isEmpty && selector.matches(metadata.labels ?? {})) this.#enqueue(keyOf(deployment));
    }
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const deployment = this.#deployments.lister.getByKey(key);
    if (!deployment) return undefined;
    const { metadata, spec, status } = deployment;
    const writer = new DeploymentWriter(deployment, {
      context: this.#context,
      recorder: this.#recorder,
      sets: this.#sets,
    });
    if (isEmptyObject(spec.selector ?? {})) {
      writer.event(
        'Warning',
        'SelectingAll',
        'This deployment is selecting all pods. A non-empty selector is required.',
      );
      const { generation = 0 } = metadata;
      if ((status.observedGeneration ?? 0) < generation)
        await writer.updateStatus({ ...status, observedGeneration: generation });
      return undefined;
    }
    const candidates = this.#sets.lister.list({ namespace: metadata.namespace ?? '' });
    const selector = labelSelectorFromSpec(spec.selector);
    const options = { owner: deployment, ownerResource: deployments, resource: replicaSets, selector };
    const sets = await claim(candidates, options, this.#context);
    const rollout = new Rollout({
      writer,
      sets,
      podsOf: (set) => podsControlledBy(this.#pods, set.metadata),
      now: () => this.#context.clock.now(),
    });
    try {
      return await rollout.run();
    } catch (error) {
      if (isNamespaceTerminating(error)) return undefined;
      throw error;
    }
  }
}
