// Follows pkg/controller/replicaset/replica_set.go (v1.36)
// Follows pkg/controller/replication/replication_controller.go (v1.36)
import type { Pod } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { EventRecorder } from '../events/event-recorder.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { pods } from '../resources.js';
import { claim } from '../workload/claim.js';
import { controllerReferenceOf, controllerUid } from '../workload/controller-reference.js';
import { Expectations } from '../workload/expectations.js';
import { podInformer, podsControlledBy, podsWithoutController } from '../workload/owned-pods.js';
import { isNamespaceTerminating, messageOf, PodControl, podFromTemplate } from '../workload/pod-control.js';
import { isPodActive, isPodTerminating, nextAvailability } from '../workload/pod-state.js';
import { slowStart } from '../workload/slow-start.js';
import { planReplicas } from './replica-plan.js';
import { replicaStatus } from './replica-status.js';
import { type Replicated, type ReplicatedKind, replicaSetKind, replicationControllerKind } from './replicated.js';

const byControllerUid = 'controller-uid';
/** Changes of so many pods per millisecond are collected before a set is looked at again: it looks at all of them. */
const podsPerMillisecond = 10;
const longestDelay = 500;

export const replicaSetController: Controller = controllerOf(replicaSetKind);
export const replicationControllerController: Controller = controllerOf(replicationControllerKind);

function controllerOf<Item extends Replicated>(kind: ReplicatedKind<Item>): Controller {
  return reconcilerController({ name: kind.name, create: (context) => new ReplicaReconciler(kind, context) });
}

/** Keeps as many pods of a template as a set wants. */
class ReplicaReconciler<Item extends Replicated> implements Reconciler {
  readonly #kind: ReplicatedKind<Item>;
  readonly #context: ControllerContext;
  readonly #sets: Informer<Item>;
  readonly #pods: Informer<Pod>;
  readonly #expectations: Expectations;
  readonly #control: PodControl;
  #enqueue: Enqueue = () => undefined;

  constructor(kind: ReplicatedKind<Item>, context: ControllerContext) {
    const { informers, clock } = context;
    this.#kind = kind;
    this.#context = context;
    this.#sets = informers.informer<Item>(kind.resource, {
      indexers: { [byControllerUid]: (set) => [controllerUid(set) ?? ''] },
    });
    this.#pods = podInformer(informers);
    this.#expectations = new Expectations(clock);
    this.#control = new PodControl(context, new EventRecorder(context, { component: kind.component }));
  }

  async watch(enqueue: Enqueue): Promise<void> {
    this.#enqueue = enqueue;
    await firstObject(this.#sets, this.#context.signal);
    this.#sets.addHandler({
      added: (set) => enqueue(keyOf(set)),
      updated: (old, set) => {
        if (old.metadata.uid !== set.metadata.uid) this.#expectations.delete(keyOf(set));
        enqueue(keyOf(set));
      },
      deleted: (set) => {
        this.#expectations.delete(keyOf(set));
        enqueue(keyOf(set));
      },
    });
    this.#pods.addHandler({
      added: (pod) => this.#podAdded(pod),
      updated: (old, pod) => this.#podUpdated(old, pod),
      deleted: (pod) => this.#podDeleted(pod),
    });
    await startAll(this.#sets, this.#pods);
  }

  #podAdded(pod: Pod): void {
    const set = this.#controllerOf(pod);
    if (pod.metadata.deletionTimestamp) this.#podDeleted(pod);
    else if (set) {
      this.#expectations.observeCreation(keyOf(set));
      this.#enqueueSet(set);
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
      const previous = this.#controllerOf(old);
      if (previous) this.#enqueueSet(previous);
    }
    if (after) {
      const set = this.#controllerOf(pod);
      if (set) this.#enqueueSet(set);
    } else if (hasNewController || !jsonEqual(old.metadata.labels ?? {}, pod.metadata.labels ?? {})) {
      this.#enqueueSelecting(pod);
    }
  }

  #podDeleted(pod: Pod): void {
    const set = this.#controllerOf(pod);
    if (!set) return;
    this.#expectations.observeDeletion(keyOf(set), keyOf(pod));
    this.#enqueueSet(set);
  }

  #enqueueSet(set: Item): void {
    this.#enqueue(keyOf(set), Math.min(longestDelay, Math.floor((set.spec.replicas ?? 1) / podsPerMillisecond)));
  }

  #controllerOf({ metadata }: Pod): Item | undefined {
    const reference = controllerReferenceOf(metadata);
    if (reference?.kind !== this.#kind.kind) return undefined;
    const set = this.#sets.lister.get(reference.name, metadata.namespace);
    return set?.metadata.uid === reference.uid ? set : undefined;
  }

  #enqueueSelecting({ metadata }: Pod): void {
    const { labels } = metadata;
    if (!labels) return;
    for (const set of this.#sets.lister.list({ namespace: metadata.namespace ?? '' })) {
      const selector = this.#kind.selectorOf(set);
      if (!selector.isEmpty && selector.matches(labels)) this.#enqueueSet(set);
    }
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#sets.lister.getByKey(key);
    if (!set) {
      this.#expectations.delete(key);
      return undefined;
    }
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
    const results = await Promise.allSettled(
      deletions.map(async (pod) => {
        try {
          if (await this.#control.delete(pod, set)) return;
        } catch (error) {
          this.#expectations.observeDeletion(key, keyOf(pod));
          throw error;
        }
        this.#expectations.observeDeletion(key, keyOf(pod));
      }),
    );
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  #relatedPods(set: Item): readonly Pod[] {
    const uid = controllerUid(set);
    const related = uid === undefined ? [] : this.#sets.lister.byIndex(byControllerUid, uid);
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
