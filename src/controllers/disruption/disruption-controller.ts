// Follows pkg/controller/disruption/disruption.go (v1.36)
import type { Deployment, ReplicaSet, StatefulSet } from '../../api/apps/v1.js';
import type { Pod, ReplicationController } from '../../api/core/v1.js';
import type { OwnerReference } from '../../api/meta/v1.js';
import type { PodDisruptionBudget } from '../../api/policy/v1.js';
import { type GroupVersionResource, jsonEqual } from '../../apimachinery/meta/index.js';
import { goLabelSelectorText, labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { ignoreNotFound, messageOf } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import {
  deployments,
  podDisruptionBudgets,
  pods,
  replicaSets,
  replicationControllers,
  statefulSets,
} from '../resources.js';
import { controllerReferenceOf } from '../workload/controller-reference.js';
import { podCondition } from '../workload/pod-state.js';
import { disruptionStatus, expectedPods, failedStatus, pendingEvictions } from './disruption-status.js';
import { scaleOfKind } from './scale-of-kind.js';
import { untilDisruptionIsStale, withoutDisruption } from './stale-disruption.js';

/** Changes of pods come in groups. */
const batchMilliseconds = 50;
/** Keys of pods whose condition `DisruptionTarget` may be stale. */
const podPrefix = 'pod:';

type Scaled = Deployment | ReplicaSet | ReplicationController | StatefulSet;

/** Controllers of pods whose scale is in their own objects. */
const scaledKinds: Readonly<Record<string, GroupVersionResource>> = {
  ReplicaSet: replicaSets,
  ReplicationController: replicationControllers,
  StatefulSet: statefulSets,
};

export const disruptionController: Controller = objectController<PodDisruptionBudget>({
  name: 'disruption-controller',
  component: 'controllermanager',
  resource: podDisruptionBudgets,
  create: (frame) => new DisruptionReconciler(frame),
});

/** Says how many pods of a budget may be evicted. */
class DisruptionReconciler implements ObjectReconciler<PodDisruptionBudget> {
  readonly #frame: ControllerFrame<PodDisruptionBudget>;
  readonly #pods: Informer<Pod>;

  constructor(frame: ControllerFrame<PodDisruptionBudget>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
  }

  watch(): void {
    const consider = (pod: Pod, ...older: readonly Pod[]): void => {
      const selecting = this.#selecting(pod);
      if (selecting.length > 1) this.#reportSeveral(pod, selecting);
      const budgets = new Set([...selecting, ...older.flatMap((each) => this.#selecting(each))]);
      for (const budget of budgets) this.#frame.enqueueObject(budget, batchMilliseconds);
    };
    const checkLater = (pod: Pod): void => {
      const stale = untilDisruptionIsStale(pod, this.#frame.context.clock.now());
      if (stale !== undefined) this.#frame.enqueue(podPrefix + keyOf(pod), stale);
    };
    this.#pods.addHandler({
      added: (pod) => {
        consider(pod);
        checkLater(pod);
      },
      updated: (old, pod) => {
        const facts = (each: Pod) => [
          each.metadata.labels ?? {},
          each.metadata.deletionTimestamp ?? '',
          podCondition(each, 'Ready')?.status ?? '',
        ];
        if (!jsonEqual(facts(old), facts(pod))) consider(pod, old);
        checkLater(pod);
      },
      deleted: (pod) => consider(pod),
    });
  }

  #selecting({ metadata }: Pod): PodDisruptionBudget[] {
    return this.#frame.objects.lister
      .list({ namespace: metadata.namespace ?? '' })
      .filter(({ spec }) => labelSelectorFromSpec(spec.selector).matches(metadata.labels ?? {}));
  }

  #reportSeveral(pod: Pod, budgets: readonly PodDisruptionBudget[]): void {
    const [namespace, name, chosen] = [pod.metadata.namespace, pod.metadata.name, budgets[0]?.metadata.name].map(
      (each) => JSON.stringify(each ?? ''),
    );
    const message = `Pod ${namespace}/${name} matches multiple PodDisruptionBudgets.  Chose ${chosen} arbitrarily.`;
    this.#frame.recorder.event(pod, 'Warning', 'MultiplePodDisruptionBudgets', message);
  }

  async reconcileDeleted(key: string): Promise<ReconcileResult | undefined> {
    const pod = key.startsWith(podPrefix) ? this.#pods.lister.getByKey(key.slice(podPrefix.length)) : undefined;
    const { clock, client, signal } = this.#frame.context;
    const stale = pod && untilDisruptionIsStale(pod, clock.now());
    if (!pod || stale === undefined) return undefined;
    if (stale > 0) return { requeueAfterMilliseconds: stale };
    const status = { ...pod.status, conditions: withoutDisruption(pod, clock.now()) };
    const objects = client.resource<Pod>(pods, pod.metadata.namespace);
    await objects.updateStatus({ ...pod, status }, { signal, ignoreResponse: true });
    return undefined;
  }

  async reconcile(budget: PodDisruptionBudget): Promise<ReconcileResult | undefined> {
    const { clock } = this.#frame.context;
    const namespace = budget.metadata.namespace ?? '';
    const selected = this.#pods.lister.list({ namespace, labels: labelSelectorFromSpec(budget.spec.selector) });
    if (selected.length === 0) this.#frame.recorder.event(budget, 'Normal', 'NoPods', 'No matching pods found');
    const now = clock.now();
    let scale = 0;
    try {
      scale = await this.#scaleOf(budget, selected);
    } catch (error) {
      const message = messageOf(error);
      const text = `Failed to calculate the number of expected pods: ${message}`;
      this.#frame.recorder.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', text);
      await this.#frame.updateStatus(budget, failedStatus(budget, message, now));
      return undefined;
    }
    const { disruptedPods, overdue, nextCheck } = pendingEvictions(budget, selected, now);
    for (const pod of overdue) {
      const message = `Pod was expected by PDB ${namespace}/${budget.metadata.name} to be deleted but it wasn't`;
      this.#frame.recorder.event(pod, 'Warning', 'NotDeleted', message);
    }
    const counts = expectedPods(budget, selected, () => scale);
    await this.#frame.updateStatus(budget, disruptionStatus(budget, selected, { ...counts, disruptedPods, now }));
    return { requeueAfterMilliseconds: nextCheck };
  }

  /** What the controllers of the pods want together; not needed if the budget is a number of pods. */
  async #scaleOf(budget: PodDisruptionBudget, pods: readonly Pod[]): Promise<number> {
    const { maxUnavailable, minAvailable } = budget.spec;
    if (maxUnavailable === undefined && typeof minAvailable !== 'string') return 0;
    const scales = new Map<string, number>();
    const unmanaged: string[] = [];
    for (const { metadata } of pods) {
      const reference = controllerReferenceOf(metadata);
      if (!reference) {
        unmanaged.push(metadata.name ?? '');
        continue;
      }
      if (scales.has(reference.uid)) continue;
      const found = await this.#scaleOfController(reference, metadata.namespace ?? '');
      if (!found) throw new Error(`found no controllers for pod ${JSON.stringify(metadata.name)}`);
      scales.set(found.uid, found.replicas);
      // Another replica set of the same deployment has another uid, but the same scale.
      if (found.uid !== reference.uid) scales.set(reference.uid, 0);
    }
    if (unmanaged.length > 0) {
      const selector = goLabelSelectorText(budget.spec.selector);
      const message =
        `Pods selected by this PodDisruptionBudget (selector: ${selector}) were found to be unmanaged. As a result, ` +
        'the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for ' +
        'these pods please set ".spec.minAvailable" field of the PDB to an integer value.';
      this.#frame.recorder.event(budget, 'Warning', 'UnmanagedPods', message);
    }
    return [...scales.values()].reduce((total, replicas) => total + replicas, 0);
  }

  async #scaleOfController(
    reference: OwnerReference,
    namespace: string,
  ): Promise<{ uid: string; replicas: number } | undefined> {
    const resource = scaledKinds[reference.kind];
    if (!resource) return scaleOfKind(reference, namespace, this.#frame.context);
    const controller = await this.#read(resource, reference, namespace);
    if (!controller) return undefined;
    const owner = controllerReferenceOf(controller.metadata);
    if (reference.kind === 'ReplicaSet' && owner?.kind === 'Deployment') {
      const deployment = await this.#read(deployments, owner, namespace);
      if (deployment) return { uid: owner.uid, replicas: deployment.spec.replicas ?? 1 };
    }
    return { uid: reference.uid, replicas: controller.spec.replicas ?? 1 };
  }

  async #read(
    resource: GroupVersionResource,
    { name, uid }: OwnerReference,
    namespace: string,
  ): Promise<Scaled | undefined> {
    const { client, signal } = this.#frame.context;
    const found = await client.resource<Scaled>(resource, namespace).get(name, { signal }).catch(ignoreNotFound);
    return found?.metadata.uid === uid ? found : undefined;
  }
}
