// Follows pkg/controller/replicaset/replica_set.go (v1.36)
// Follows pkg/controller/replication/replication_controller.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { pods } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { claim } from '../workload/claim.js';
import { controllerReferenceOf, controllerUid } from '../workload/controller-reference.js';
import { Expectations } from '../workload/expectations.js';
import { podsControlledBy, podsWithoutController } from '../workload/owned-pods.js';
import { PodControl, podFromTemplate } from '../workload/pod-control.js';
import { isPodActive, isPodTerminating, nextAvailability } from '../workload/pod-state.js';
import { settleSomeAtATime } from '../workload/settle-some-at-a-time.js';
import { slowStart } from '../workload/slow-start.js';
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
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;
  readonly #expectations: Expectations;
  readonly #control: PodControl;

  constructor(kind: ReplicatedKind<Item>, frame: ControllerFrame<Item>) {
    this.#kind = kind;
    this.#frame = frame;
    this.#context = frame.context;
    this.#pods = frame.podInformer();
    this.#expectations = new Expectations(frame.context.clock);
    this.#control = new PodControl(frame.context, frame.recorder);
  }

  deleted(set: Item): void {
    this.#expectations.delete(keyOf(set));
  }

  watch(): void {
    this.#pods.addHandler({
      added: (pod) => this.#podAdded(pod),
      updated: (old, pod) => this.#podUpdated(old, pod),
      deleted: (pod) => this.#podDeleted(pod),
    });
  }

  #podAdded(pod: Pod): void {
    const set = this.#frame.controllerOf(pod, this.#kind.kind);
    if (pod.metadata.deletionTimestamp) this.#podDeleted(pod);
    else if (set) {
      this.#expectations.observeCreation(keyOf(set));
      this.#frame.enqueueObject(set);
    } else if (controllerReferenceOf(pod.metadata) === undefined) this.#enqueueSelecting(pod);
  }

  #podUpdated(old: Pod, pod: Pod): void {
    if (pod.metadata.deletionTimestamp) {
      this.#podDeleted(pod);
      return;
    }
    const [before, after] = [controllerReferenceOf(old.metadata), controllerReferenceOf(pod.metadata)];
    const hasNewController = before?.uid !== after?.uid;
    if (hasNewController) {
      const previous = this.#frame.controllerOf(old, this.#kind.kind);
      if (previous) this.#frame.enqueueObject(previous);
    }
    if (after) {
      const set = this.#frame.controllerOf(pod, this.#kind.kind);
      if (set) this.#frame.enqueueObject(set);
    } else if (hasNewController || !jsonEqual(old.metadata.labels ?? {}, pod.metadata.labels ?? {})) {
      this.#enqueueSelecting(pod);
    }
  }

  #podDeleted(pod: Pod): void {
    const set = this.#frame.controllerOf(pod, this.#kind.kind);
    if (!set) return;
    this.#expectations.observeDeletion(keyOf(set), keyOf(pod));
    this.#frame.enqueueObject(set);
  }

  #enqueueSelecting(pod: Pod): void {
    if (!pod.metadata.labels) return;
    for (const set of this.#frame.selecting(pod, this.#kind.selectorOf)) this.#frame.enqueueObject(set);
  }

  async reconcileDeleted(key: string): Promise<void> {
    this.#expectations.delete(key);
  }

  async reconcile(set: Item, key: string): Promise<ReconcileResult | undefined> {
    const { metadata, spec } = set;
    const needsSync = this.#expectations.areSatisfied(key);
    const controlled = podsControlledBy(this.#pods, metadata);
    const candidates = [...controlled, ...podsWithoutController(this.#pods, metadata.namespace ?? '')];
    const selector = this.#kind.selectorOf(set);
    const options = { owner: set, ownerResource: this.#kind.resource, resource: pods, selector };
    const active = await claim(candidates.filter(isPodActive), options, this.#context);
    let error: unknown;
    if (needsSync && !metadata.deletionTimestamp) error = await this.#manage(key, set, active);
    const terminating = controlled.filter(
      (pod) => isPodTerminating(pod) && selector.matches(pod.metadata.labels ?? {}),
    );
    const now = this.#context.clock.now();
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
      now: this.#context.clock.now(),
    });
    if (creations > 0) return this.#create(key, set, creations);
    return deletions.length > 0 ? this.#delete(key, set, deletions) : undefined;
  }

  async #create(key: string, set: Item, count: number): Promise<unknown> {
    const pod = podFromTemplate(this.#kind.templateOf(set), set);
    this.#expectations.expectCreations(key, count);
    const { successes, error } = await slowStart(count, async () => {
      try {
        await this.#control.create(pod, set);
      } catch (refusal) {
        if (!isNamespaceTerminating(refusal)) throw refusal;
      }
    });
    this.#expectations.observeCreation(key, count - successes);
    return error;
  }

  async #delete(key: string, set: Item, deletions: readonly Pod[]): Promise<unknown> {
    this.#expectations.expectDeletions(key, deletions.map(keyOf));
    const results = await settleSomeAtATime(deletions, async (pod) => {
      try {
        if (await this.#control.delete(pod, set)) return;
      } catch (error) {
        this.#expectations.observeDeletion(key, keyOf(pod));
        throw error;
      }
      this.#expectations.observeDeletion(key, keyOf(pod));
    });
    return results.find((result) => result.status === 'rejected')?.reason;
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
    const { client, signal } = this.#context;
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
