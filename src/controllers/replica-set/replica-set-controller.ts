// Follows pkg/controller/replicaset/replica_set.go (v1.36)
// Follows pkg/controller/replication/replication_controller.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { pods } from '../resources.js';
import { claim } from '../workload/claim.js';
import { controllerUid } from '../workload/controller-reference.js';
import { claimablePods } from '../workload/owned-pods.js';
import { PodControl, podFromTemplate } from '../workload/pod-control.js';
import { isPodActive, isPodTerminating, nextAvailability } from '../workload/pod-state.js';
import { watchOwnedPods } from '../workload/watch-owned-pods.js';
import { planReplicas } from './replica-plan.js';
import { replicaStatus } from './replica-status.js';
import { type Replicated, type ReplicatedKind, replicaSetKind, replicationControllerKind } from './replicated.js';

const byControllerUid = 'controller-uid';
/**
 * So many pods of a set are one millisecond in which changes are collected, its own status among them: each time, all
 * pods are counted.
 */
const podsPerMillisecond = 10;
const longestDelay = 500;

export const replicaSetController: Controller = controllerOf(replicaSetKind);
export const replicationControllerController: Controller = controllerOf(replicationControllerKind);

function controllerOf<Item extends Replicated>(kind: ReplicatedKind<Item>): Controller {
  return objectController<Item>({
    name: kind.name,
    component: kind.component,
    resource: kind.resource,
    indexers: { [byControllerUid]: (set) => [controllerUid(set) ?? ''] },
    batchMilliseconds: ({ spec }) => Math.min(longestDelay, Math.floor((spec.replicas ?? 1) / podsPerMillisecond)),
    create: (frame) => new ReplicaReconciler(kind, frame),
  });
}

/** Keeps as many pods of a template as a set wants. */
class ReplicaReconciler<Item extends Replicated> implements ObjectReconciler<Item> {
  readonly #kind: ReplicatedKind<Item>;
  readonly #frame: ControllerFrame<Item>;
  readonly #pods: Informer<Pod>;
  readonly #control: PodControl;

  constructor(kind: ReplicatedKind<Item>, frame: ControllerFrame<Item>) {
    this.#kind = kind;
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#control = new PodControl(frame);
  }

  deleted(set: Item): void {
    this.#control.expectations.delete(keyOf(set));
  }

  watch(): void {
    const { expectations } = this.#control;
    watchOwnedPods(this.#frame, {
      pods: this.#pods,
      kind: this.#kind.kind,
      selectorOf: this.#kind.selectorOf,
      expectations,
    });
  }

  async reconcileDeleted(key: string): Promise<void> {
    this.#control.expectations.delete(key);
  }

  async reconcile(set: Item, key: string): Promise<ReconcileResult | undefined> {
    const { metadata, spec } = set;
    const needsSync = this.#control.expectations.areSatisfied(key);
    const candidates = claimablePods(this.#pods, metadata);
    const selector = this.#kind.selectorOf(set);
    const options = { owner: set, ownerResource: this.#kind.resource, resource: pods, selector };
    const active = await claim(candidates.filter(isPodActive), options, this.#frame.context);
    let error: unknown;
    if (needsSync && !metadata.deletionTimestamp) error = await this.#manage(key, set, active);
    const terminating = candidates.filter(
      (pod) =>
        isPodTerminating(pod) && controllerUid(pod) === metadata.uid && selector.matches(pod.metadata.labels ?? {}),
    );
    const now = this.#frame.context.clock.now();
    const status = replicaStatus(set, {
      template: this.#kind.templateOf(set),
      active,
      ...(this.#kind.countsTerminating && { terminating }),
      failure: error === undefined ? undefined : messageOf(error),
      now,
    });
    if (status) await this.#updateStatus(set, status);
    if (error !== undefined) throw error;
    const { minReadySeconds = 0 } = spec;
    return { requeueAfterMilliseconds: nextAvailability(active, { minReadySeconds, now }) };
  }

  /** Returns the first error. */
  async #manage(key: string, set: Item, active: readonly Pod[]): Promise<unknown> {
    const { creations, deletions } = planReplicas({
      replicas: set.spec.replicas ?? 1,
      active,
      related: () => this.#relatedPods(set),
      now: this.#frame.context.clock.now(),
    });
    if (creations > 0) {
      const pod = podFromTemplate(this.#kind.templateOf(set), set);
      this.#control.expectations.expect(key, { creations });
      return (await this.#control.createAll(set, { count: creations, podAt: () => pod })).error;
    }
    if (deletions.length === 0) return undefined;
    this.#control.expectations.expect(key, { deletions: deletions.map(keyOf) });
    return (await this.#control.deleteAll(set, deletions)).error;
  }

  #relatedPods(set: Item): readonly Pod[] {
    const uid = controllerUid(set);
    const related = uid === undefined ? [] : this.#frame.objects.lister.byIndex(byControllerUid, uid);
    const found = new Map<string, Pod>();
    for (const other of related) {
      const options = { namespace: other.metadata.namespace ?? '', labels: this.#kind.selectorOf(other) };
      for (const pod of this.#pods.lister.list(options)) found.set(pod.metadata.uid ?? '', pod);
    }
    return [...found.values()];
  }

  /** A conflict is tried once more, with the object as it is now. */
  async #updateStatus(set: Item, status: Item['status']): Promise<void> {
    const { client, signal } = this.#frame.context;
    const { namespace, name = '' } = set.metadata;
    const sets = client.resource<Item>(this.#kind.resource, namespace);
    try {
      await sets.updateStatus({ ...set, status }, { signal, ignoreResponse: true });
    } catch {
      const fresh = await sets.get(name, { signal });
      await sets.updateStatus({ ...fresh, status }, { signal });
    }
  }
}
