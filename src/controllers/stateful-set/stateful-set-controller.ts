// Follows pkg/controller/statefulset/stateful_set.go (v1.36)
// Follows pkg/controller/statefulset/stateful_set_control.go (v1.36)
import type { ControllerRevision, StatefulSet } from '../../api/apps/v1.js';
import type { PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { EventRecorder } from '../events/event-recorder.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { controllerRevisions, persistentVolumeClaims, pods, statefulSets } from '../resources.js';
import { claim } from '../workload/claim.js';
import { controllerReferenceOf, controllerUid } from '../workload/controller-reference.js';
import { byRevision, createRevision, isSameRevision, newRevision } from '../workload/history/controller-history.js';
import { podInformer, podsControlledBy, podsWithoutController } from '../workload/owned-pods.js';
import { isNamespaceTerminating } from '../workload/pod-control.js';
import { nextAvailability } from '../workload/pod-state.js';
import { ordinalOf, revisionLabel } from './identity.js';
import { StatefulPods } from './stateful-pods.js';
import { type Revisions, statefulStatus } from './stateful-status.js';

export const statefulSetController: Controller = reconcilerController({
  name: 'statefulset-controller',
  create: (context) => new StatefulSetReconciler(context),
});

/** Keeps pods that have names, and storage that stays with the name. */
class StatefulSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #sets: Informer<StatefulSet>;
  readonly #pods: Informer<Pod>;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #revisions: Informer<ControllerRevision>;
  readonly #recorder: EventRecorder;
  #enqueue: Enqueue = () => undefined;

  constructor(context: ControllerContext) {
    const { informers } = context;
    this.#context = context;
    this.#sets = informers.informer<StatefulSet>(statefulSets);
    this.#pods = podInformer(informers);
    this.#claims = informers.informer<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#revisions = informers.informer<ControllerRevision>(controllerRevisions);
    this.#recorder = new EventRecorder(context, { component: 'statefulset-controller' });
  }

  async watch(enqueue: Enqueue): Promise<void> {
    this.#enqueue = enqueue;
    await firstObject(this.#sets, this.#context.signal);
    this.#sets.addHandler({
      added: (set) => enqueue(keyOf(set)),
      updated: (_old, set) => enqueue(keyOf(set)),
    });
    const enqueueOwner = (pod: Pod): void => {
      const set = this.#controllerOf(pod);
      if (set) enqueue(keyOf(set));
    };
    this.#pods.addHandler({
      added: (pod) => this.#podChanged(pod),
      updated: (old, pod) => {
        if (controllerUid(old) !== controllerUid(pod)) enqueueOwner(old);
        this.#podChanged(pod);
      },
      deleted: enqueueOwner,
    });
    await startAll(this.#sets, this.#pods, this.#claims, this.#revisions);
  }

  #podChanged(pod: Pod): void {
    const set = this.#controllerOf(pod);
    if (set) this.#enqueue(keyOf(set));
    if (controllerReferenceOf(pod.metadata)) return;
    for (const other of this.#sets.lister.list({ namespace: pod.metadata.namespace ?? '' })) {
      const selector = labelSelectorFromSpec(other.spec.selector);
      if (!selector.isEmpty && selector.matches(pod.metadata.labels ?? {})) this.#enqueue(keyOf(other));
    }
  }

  #controllerOf({ metadata }: Pod): StatefulSet | undefined {
    const reference = controllerReferenceOf(metadata);
    if (reference?.kind !== 'StatefulSet') return undefined;
    const set = this.#sets.lister.get(reference.name, metadata.namespace);
    return set?.metadata.uid === reference.uid ? set : undefined;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#sets.lister.getByKey(key);
    if (!set) return undefined;
    const selector = labelSelectorFromSpec(set.spec.selector);
    const candidates = [
      ...podsControlledBy(this.#pods, set.metadata),
      ...podsWithoutController(this.#pods, set.metadata.namespace ?? ''),
    ];
    const matches = (pod: Pod): boolean => ordinalOf(pod, set) !== undefined;
    const options = { owner: set, ownerResource: statefulSets, resource: pods, selector, matches };
    const all = await claim(candidates, options, this.#context);
    const now = this.#context.clock.now();
    const revisions = await this.#currentRevisions(set);
    const statefulPods = new StatefulPods({
      set,
      pods: all,
      revisions,
      context: this.#context,
      recorder: this.#recorder,
      claimOf: (name) => this.#claims.lister.get(name, set.metadata.namespace),
      now,
    });
    let error: unknown;
    try {
      await statefulPods.run();
    } catch (failure) {
      if (!isNamespaceTerminating(failure)) error = failure;
    }
    const status = statefulStatus(set, statefulPods.remaining, { ...revisions, now });
    if (!jsonEqual(status, set.status)) {
      const { client, signal } = this.#context;
      await client
        .resource<StatefulSet>(statefulSets, set.metadata.namespace)
        .updateStatus({ ...set, status }, { signal });
    }
    if (error !== undefined) throw error;
    await this.#truncateHistory(set, all, revisions);
    const { minReadySeconds = 0 } = set.spec;
    return { requeueAfterMilliseconds: nextAvailability(all, { minReadySeconds, now }) };
  }

  #revisionsOf(set: StatefulSet): ControllerRevision[] {
    const all = this.#revisions.lister.list({ namespace: set.metadata.namespace ?? '' });
    return all.filter((revision) => controllerUid(revision) === set.metadata.uid).sort(byRevision);
  }

  /** The revision of the current template is created, or becomes the newest again. */
  async #currentRevisions(set: StatefulSet): Promise<Revisions> {
    const { client, signal } = this.#context;
    const known = this.#revisionsOf(set);
    const last = known.at(-1);
    const input = {
      owner: set,
      template: set.spec.template,
      revision: (last?.revision ?? 0) + 1,
      collisionCount: set.status.collisionCount ?? 0,
    };
    const wanted = newRevision(input);
    const equal = known.filter((revision) => isSameRevision(revision, wanted)).at(-1);
    let { collisionCount } = input;
    let update: ControllerRevision;
    if (equal && last && isSameRevision(last, equal)) update = last;
    else if (equal) {
      const revisions = client.resource<ControllerRevision>(controllerRevisions, set.metadata.namespace);
      update = await revisions.update({ ...equal, revision: input.revision }, { signal });
    } else {
      const created = await createRevision(input, this.#context);
      ({ collisionCount } = created);
      update = created.revision;
    }
    const current = known.find(({ metadata }) => metadata.name === set.status.currentRevision) ?? update;
    return { current, update, collisionCount };
  }

  async #truncateHistory(set: StatefulSet, all: readonly Pod[], { current, update }: Revisions): Promise<void> {
    const live = new Set([
      current.metadata.name,
      update.metadata.name,
      ...all.map(({ metadata }) => metadata.labels?.[revisionLabel]),
    ]);
    const old = this.#revisionsOf(set).filter(({ metadata }) => !live.has(metadata.name));
    const { revisionHistoryLimit: limit = 10 } = set.spec;
    const { client, signal } = this.#context;
    for (const { metadata } of old.slice(0, Math.max(0, old.length - limit))) {
      try {
        await client.resource(controllerRevisions, metadata.namespace).delete(metadata.name ?? '', { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  }
}
