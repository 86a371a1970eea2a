// Follows pkg/controller/statefulset/stateful_set.go (v1.36)
// Follows pkg/controller/statefulset/stateful_set_control.go (v1.36)
import type { ControllerRevision, StatefulSet } from '../../api/apps/v1.js';
import type { PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import { type LabelSelector, labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { controllerRevisions, persistentVolumeClaims, pods, statefulSets } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { claim } from '../workload/claim.js';
import { controllerUid } from '../workload/controller-reference.js';
import { byRevision, createRevision, isSameRevision, newRevision } from '../workload/history/controller-history.js';
import { claimablePods } from '../workload/owned-pods.js';
import { nextAvailability } from '../workload/pod-state.js';
import { watchOwnedPods } from '../workload/watch-owned-pods.js';
import { ordinalOf, revisionLabel } from './identity.js';
import { StatefulPods } from './stateful-pods.js';
import { type Revisions, statefulStatus } from './stateful-status.js';

const selectorOf = ({ spec }: StatefulSet): LabelSelector => labelSelectorFromSpec(spec.selector);

export const statefulSetController: Controller = objectController<StatefulSet>({
  name: 'statefulset-controller',
  resource: statefulSets,
  create: (frame) => new StatefulSetReconciler(frame),
});

/** Keeps pods that have names, and storage that stays with the name. */
class StatefulSetReconciler implements ObjectReconciler<StatefulSet> {
  readonly #frame: ControllerFrame<StatefulSet>;
  readonly #pods: Informer<Pod>;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #revisions: Informer<ControllerRevision>;

  constructor(frame: ControllerFrame<StatefulSet>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#claims = frame.informer<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#revisions = frame.informer<ControllerRevision>(controllerRevisions);
  }

  watch(): void {
    watchOwnedPods(this.#frame, { pods: this.#pods, kind: 'StatefulSet', selectorOf });
  }

  async reconcile(set: StatefulSet): Promise<ReconcileResult | undefined> {
    const matches = (pod: Pod): boolean => ordinalOf(pod, set) !== undefined;
    const options = { owner: set, ownerResource: statefulSets, resource: pods, selector: selectorOf(set), matches };
    const all = await claim(claimablePods(this.#pods, set.metadata), options, this.#frame.context);
    const now = this.#frame.context.clock.now();
    await this.#adoptRevisions(set);
    const revisions = await this.#currentRevisions(set);
    const statefulPods = new StatefulPods({
      set,
      pods: all,
      revisions,
      context: this.#frame.context,
      recorder: this.#frame.recorder,
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
    await this.#frame.updateStatus(set, status);
    if (error !== undefined) throw error;
    await this.#truncateHistory(set, all, revisions);
    const { minReadySeconds = 0 } = set.spec;
    return { requeueAfterMilliseconds: nextAvailability(all, { minReadySeconds, now }) };
  }

  /** Also those that no controller owns. */
  #revisionsOf(set: StatefulSet): ControllerRevision[] {
    const all = this.#revisions.lister.list({ namespace: set.metadata.namespace ?? '', labels: selectorOf(set) });
    return all
      .filter((revision) => (controllerUid(revision) ?? set.metadata.uid) === set.metadata.uid)
      .sort(byRevision);
  }

  async #adoptRevisions(set: StatefulSet): Promise<void> {
    const orphans = this.#revisionsOf(set).filter((revision) => controllerUid(revision) === undefined);
    const options = {
      owner: set,
      ownerResource: statefulSets,
      resource: controllerRevisions,
      selector: selectorOf(set),
    };
    await claim(orphans, options, this.#frame.context);
  }

  /** The revision of the current template is created, or becomes the newest again. */
  async #currentRevisions(set: StatefulSet): Promise<Revisions> {
    const { client, signal } = this.#frame.context;
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
      const created = await createRevision(input, this.#frame.context);
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
    const { client, signal } = this.#frame.context;
    for (const { metadata } of old.slice(0, Math.max(0, old.length - limit))) {
      await client
        .resource(controllerRevisions, metadata.namespace)
        .delete(metadata.name ?? '', { signal })
        .catch(ignoreNotFound);
    }
  }
}
