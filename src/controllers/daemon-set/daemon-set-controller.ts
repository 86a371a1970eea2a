// Follows pkg/controller/daemon/daemon_controller.go (v1.36)
// Follows pkg/controller/daemon/update.go (v1.36)
import type { ControllerRevision, DaemonSet } from '../../api/apps/v1.js';
import type { Node, Pod } from '../../api/core/v1.js';
import { isEmptyObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { type LabelSelector, labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { ignoreNotFound, isAlreadyExists } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { controllerRevisions, daemonSets, nodes, pods } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { claim } from '../workload/claim.js';
import { controllerReference } from '../workload/controller-reference.js';
import { templatePatch } from '../workload/history/controller-history.js';
import { claimablePods, podsControlledBy } from '../workload/owned-pods.js';
import { PodControl, podFromTemplate } from '../workload/pod-control.js';
import { nextAvailability } from '../workload/pod-state.js';
import { podTemplateHash } from '../workload/pod-template-hash/pod-template-hash.js';
import { watchOwnedPods } from '../workload/watch-owned-pods.js';
import {
  type DaemonPlan,
  daemonStatus,
  nodeOf,
  planDaemons,
  planUpdate,
  revisionLabel,
  shouldRun,
  templateFor,
} from './daemon-plan.js';

const burst = 250;

const selectorOf = ({ spec }: DaemonSet): LabelSelector => labelSelectorFromSpec(spec.selector);

export const daemonSetController: Controller = objectController<DaemonSet>({
  name: 'daemonset-controller',
  resource: daemonSets,
  create: (frame) => new DaemonSetReconciler(frame),
});

/** Keeps a pod on each node. */
class DaemonSetReconciler implements ObjectReconciler<DaemonSet> {
  readonly #frame: ControllerFrame<DaemonSet>;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Informer<Node>;
  readonly #revisions: Informer<ControllerRevision>;
  readonly #control: PodControl;

  constructor(frame: ControllerFrame<DaemonSet>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#nodes = frame.informer<Node>(nodes);
    this.#revisions = frame.informer<ControllerRevision>(controllerRevisions);
    this.#control = new PodControl(frame);
  }

  deleted(set: DaemonSet): void {
    this.#control.expectations.delete(keyOf(set));
  }

  watch(): void {
    const { expectations } = this.#control;
    watchOwnedPods(this.#frame, { pods: this.#pods, kind: 'DaemonSet', selectorOf, expectations });
    this.#nodes.addHandler({
      added: (node) => this.#nodeChanged(node),
      updated: (old, node) => {
        const isSame =
          jsonEqual(old.metadata.labels ?? {}, node.metadata.labels ?? {}) &&
          jsonEqual(old.spec.taints ?? [], node.spec.taints ?? []) &&
          old.spec.unschedulable === node.spec.unschedulable;
        if (!isSame) this.#nodeChanged(node);
      },
      deleted: () => {
        for (const set of this.#frame.objects.lister.list()) this.#frame.enqueueObject(set);
      },
    });
  }

  #nodeChanged(node: Node): void {
    for (const set of this.#frame.objects.lister.list()) {
      const { starts, stays } = shouldRun(node, set);
      const onNode = podsControlledBy(this.#pods, set.metadata).some((pod) => nodeOf(pod) === node.metadata.name);
      const isMisplaced = onNode && set.status.numberMisscheduled > 0;
      if ((starts && !onNode) || (!stays && onNode) || isMisplaced) this.#frame.enqueueObject(set);
    }
  }

  async reconcileDeleted(key: string): Promise<void> {
    this.#control.expectations.delete(key);
  }

  async reconcile(set: DaemonSet, key: string): Promise<ReconcileResult | undefined> {
    if (isEmptyObject(set.spec.selector ?? {})) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      this.#frame.recorder.event(set, 'Warning', 'SelectingAll', message);
      return undefined;
    }
    if (set.metadata.deletionTimestamp) return undefined;
    const { hash, old } = await this.#history(set);
    const isSatisfied = this.#control.expectations.areSatisfied(key);
    const options = { owner: set, ownerResource: daemonSets, resource: pods, selector: selectorOf(set) };
    const all = await claim(claimablePods(this.#pods, set.metadata), options, this.#frame.context);
    const now = this.#frame.context.clock.now();
    const input = { set, nodes: this.#nodes.lister.list(), pods: all, hash, now };
    let error: unknown;
    if (isSatisfied) {
      error = await this.#apply(set, planDaemons(input), hash);
      if (
        error === undefined &&
        this.#control.expectations.areSatisfied(key) &&
        set.spec.updateStrategy.type === 'RollingUpdate'
      )
        error = await this.#apply(set, planUpdate(input), hash);
      if (error === undefined) await this.#cleanUp(set, old, all);
    }
    const observedGeneration = isSatisfied ? (set.metadata.generation ?? 0) : set.status.observedGeneration;
    const status = { ...daemonStatus(input), ...(observedGeneration && { observedGeneration }) };
    await this.#frame.updateStatus(set, status);
    if (error !== undefined && !isNamespaceTerminating(error)) throw error;
    const { minReadySeconds = 0 } = set.spec;
    return { requeueAfterMilliseconds: nextAvailability(all, { minReadySeconds, now }) };
  }

  /** Returns the first error. */
  async #apply(set: DaemonSet, plan: DaemonPlan, hash: string): Promise<unknown> {
    const [create, remove] = [plan.create.slice(0, burst), plan.delete.slice(0, burst)];
    if (create.length === 0 && remove.length === 0) return undefined;
    this.#control.expectations.expect(keyOf(set), { creations: create.length, deletions: remove.map(keyOf) });
    this.#announce(set, remove);
    const podAt = (position: number): Pod => podFromTemplate(templateFor(set, create[position]!, hash), set);
    const creation = await this.#control.createAll(set, { count: create.length, podAt });
    const deletion = await this.#control.deleteAll(set, remove);
    return creation.error ?? deletion.error;
  }

  #announce(set: DaemonSet, remove: readonly Pod[]): void {
    for (const { metadata, spec, status } of remove) {
      const name = `${metadata.namespace}/${metadata.name}`;
      if (status.phase === 'Failed') {
        const message = `Found failed daemon pod ${name} on node ${spec.nodeName}, will try to kill it`;
        this.#frame.recorder.event(set, 'Warning', 'FailedDaemonPod', message);
      } else if (status.phase === 'Succeeded') {
        const message = `Found succeeded daemon pod ${name} on node ${spec.nodeName}, will try to delete it`;
        this.#frame.recorder.event(set, 'Normal', 'SucceededDaemonPod', message);
      }
    }
  }

  /** The revision of the current template is created, or becomes the newest again. */
  async #history(set: DaemonSet): Promise<{ hash: string; old: ControllerRevision[] }> {
    const { client, signal } = this.#frame.context;
    const options = { owner: set, ownerResource: daemonSets, resource: controllerRevisions, selector: selectorOf(set) };
    const candidates = this.#revisions.lister.list({ namespace: set.metadata.namespace ?? '' });
    const all = await claim(candidates, options, this.#frame.context);
    const data = templatePatch(set.spec.template);
    const current = all.filter((revision) => jsonEqual(revision.data ?? null, data));
    const old = all.filter((revision) => !current.includes(revision));
    const next = Math.max(0, ...old.map(({ revision }) => revision)) + 1;
    const [kept] = current.sort((a, b) => b.revision - a.revision);
    const revisions = client.resource<ControllerRevision>(controllerRevisions, set.metadata.namespace);
    if (kept) {
      if (kept.revision < next) await revisions.update({ ...kept, revision: next }, { signal });
      return { hash: kept.metadata.labels?.[revisionLabel] ?? '', old };
    }
    const { annotations } = set.metadata;
    const hash = podTemplateHash(set.spec.template, set.status.collisionCount);
    const wanted: ControllerRevision = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name: `${set.metadata.name}-${hash}`,
        namespace: set.metadata.namespace ?? '',
        labels: { ...set.spec.template.metadata.labels, [revisionLabel]: hash },
        ...(annotations && { annotations }),
        ownerReferences: [controllerReference(set)],
      },
      data,
      revision: next,
    };
    try {
      await revisions.create(wanted, { signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const found = await revisions.get(wanted.metadata.name ?? '', { signal });
      if (!jsonEqual(found.data ?? null, data)) {
        const status = { ...set.status, collisionCount: (set.status.collisionCount ?? 0) + 1 };
        const sets = client.resource<DaemonSet>(daemonSets, set.metadata.namespace);
        await sets.updateStatus({ ...set, status }, { signal });
        throw error;
      }
    }
    return { hash, old };
  }

  async #cleanUp(set: DaemonSet, old: readonly ControllerRevision[], all: readonly Pod[]): Promise<void> {
    const { revisionHistoryLimit: limit = 10 } = set.spec;
    const live = new Set(all.map(({ metadata }) => metadata.labels?.[revisionLabel]));
    const dead = old
      .filter(({ metadata }) => !live.has(metadata.labels?.[revisionLabel]))
      .sort((a, b) => a.revision - b.revision);
    const { client, signal } = this.#frame.context;
    for (const { metadata } of dead.slice(0, Math.max(0, old.length - limit))) {
      const revisions = client.resource(controllerRevisions, metadata.namespace);
      await revisions.delete(metadata.name ?? '', { signal }).catch(ignoreNotFound);
    }
  }
}
