// Follows pkg/controller/deployment/deployment_controller.go (v1.36)
import type { Deployment, ReplicaSet } from '../../api/apps/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { isEmptyObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { deployments, replicaSets } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { claim } from '../workload/claim.js';
import { controllerReferenceOf, controllerUid } from '../workload/controller-reference.js';
import { podsControlledBy } from '../workload/owned-pods.js';
import { DeploymentWriter } from './deployment-writer.js';
import { Rollout } from './rollout.js';

export const deploymentController: Controller = objectController<Deployment>({
  name: 'deployment-controller',
  resource: deployments,
  create: (frame) => new DeploymentReconciler(frame),
});

/** Rolls out the templates of deployments by their replica sets. */
class DeploymentReconciler implements ObjectReconciler<Deployment> {
  readonly #frame: ControllerFrame<Deployment>;
  readonly #sets: Informer<ReplicaSet>;
  readonly #pods: Informer<Pod>;

  constructor(frame: ControllerFrame<Deployment>) {
    this.#frame = frame;
    this.#sets = frame.informer<ReplicaSet>(replicaSets);
    this.#pods = frame.podInformer();
  }

  watch(): void {
    this.#sets.addHandler({
      added: (set) => this.#setChanged(undefined, set),
      updated: (old, set) => this.#setChanged(old, set),
      deleted: (set) => this.#enqueueController(set),
    });
    this.#pods.addHandler({ deleted: (pod) => this.#podDeleted(pod) });
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
    const deployment = this.#frame.controllerOf(set, 'Deployment');
    if (deployment?.spec.strategy.type === 'Recreate') this.#frame.enqueueObject(deployment);
  }

  #enqueueController(set: ReplicaSet): void {
    const deployment = this.#frame.controllerOf(set, 'Deployment');
    if (deployment) this.#frame.enqueueObject(deployment);
  }

  #enqueueSelecting(set: ReplicaSet): void {
    const selecting = this.#frame.selecting(set, ({ spec }) => labelSelectorFromSpec(spec.selector));
    for (const deployment of selecting) this.#frame.enqueueObject(deployment);
  }

  async reconcile(deployment: Deployment): Promise<ReconcileResult | undefined> {
    const { metadata, spec, status } = deployment;
    const writer = new DeploymentWriter(deployment, {
      context: this.#frame.context,
      recorder: this.#frame.recorder,
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
    const sets = await claim(candidates, options, this.#frame.context);
    const rollout = new Rollout({
      writer,
      sets,
      podsOf: (set) => podsControlledBy(this.#pods, set.metadata),
      now: () => this.#frame.context.clock.now(),
    });
    try {
      return await rollout.run();
    } catch (error) {
      if (isNamespaceTerminating(error)) return undefined;
      throw error;
    }
  }
}
