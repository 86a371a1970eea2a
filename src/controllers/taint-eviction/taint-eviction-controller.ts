// Follows pkg/controller/tainteviction/taint_eviction.go (v1.36)
import type { Node, Pod, Taint } from '../../api/core/v1.js';
import { jsonEqual, parseTime } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { EventRecorder } from '../events/event-recorder.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { nodes, pods } from '../resources.js';
import { tolerates } from '../workload/node-matching.js';
import { podInformer } from '../workload/owned-pods.js';
import { conditionPatch, disruptionTarget } from '../workload/pod-state.js';

export const taintEvictionController: Controller = reconcilerController({
  name: 'taint-eviction-controller',
  create: (context) => new TaintEvictionReconciler(context),
});

function evictingTaints({ spec }: Node): Taint[] {
  return (spec.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
}

/** When the pod must go because of the taints: 0 is at once, undefined never. In milliseconds since 1970. */
export function evictedAt(pod: Pod, taints: readonly Taint[], waitingSince: number): number | undefined {
  if (taints.length === 0) return undefined;
  const { tolerations = [] } = pod.spec;
  const seconds: number[] = [];
  for (const taint of taints) {
    const tolerating = tolerations.filter((toleration) => tolerates(toleration, taint));
    if (tolerating.length === 0) return 0;
    seconds.push(...tolerating.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []));
  }
  if (seconds.length === 0) return undefined;
  const since = Math.max(...taints.map(({ timeAdded }) => parseTime(timeAdded ?? '') ?? waitingSince));
  return since + Math.max(0, Math.min(...seconds)) * 1000;
}

/** Deletes pods that do not tolerate the taints of their nodes. */
class TaintEvictionReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #nodes: Informer<Node>;
  readonly #pods: Informer<Pod>;
  readonly #recorder: EventRecorder;
  /** Since when pods wait to be evicted. */
  readonly #waiting = new Map<string, { readonly uid: string | undefined; readonly since: number }>();

  constructor(context: ControllerContext) {
    const { informers } = context;
    this.#context = context;
    this.#nodes = informers.informer<Node>(nodes);
    this.#pods = podInformer(informers);
    this.#recorder = new EventRecorder(context, { component: 'taint-eviction-controller' });
  }

  async watch(enqueue: Enqueue): Promise<void> {
    await firstObject(this.#nodes, this.#context.signal, (node) => evictingTaints(node).length > 0);
    const consider = (node: Node): void => {
      for (const pod of this.#pods.lister.list()) if (pod.spec.nodeName === node.metadata.name) enqueue(keyOf(pod));
    };
    this.#nodes.addHandler({
      added: consider,
      updated: (old, node) => {
        if (!jsonEqual(evictingTaints(old), evictingTaints(node))) consider(node);
      },
    });
    const considerPod = (pod: Pod): void => {
      const node = pod.spec.nodeName ? this.#nodes.lister.get(pod.spec.nodeName) : undefined;
      if (node && evictingTaints(node).length > 0) enqueue(keyOf(pod));
    };
    this.#pods.addHandler({
      added: considerPod,
      updated: (_old, pod) => considerPod(pod),
      deleted: (pod) => this.#waiting.delete(keyOf(pod)),
    });
    await startAll(this.#nodes, this.#pods);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const pod = this.#pods.lister.getByKey(key);
    const node = pod?.spec.nodeName ? this.#nodes.lister.get(pod.spec.nodeName) : undefined;
    if (!pod || !node || pod.metadata.deletionTimestamp) return undefined;
    const now = this.#context.clock.now();
    const due = evictedAt(pod, evictingTaints(node), this.#since(pod, key, now));
    if (due === undefined) this.#waiting.delete(key);
    if (due === undefined) return undefined;
    if (due > now) return { requeueAfterMilliseconds: due - now };
    await this.#evict(pod, now);
    return undefined;
  }

  /** When the pod was first examined: taints need not say when they were added. */
  #since({ metadata: { uid } }: Pod, key: string, now: number): number {
    const known = this.#waiting.get(key);
    if (known?.uid === uid && known) return known.since;
    this.#waiting.set(key, { uid, since: now });
    return now;
  }

  async #evict(pod: Pod, now: number): Promise<void> {
    const { client, signal } = this.#context;
    const { namespace, name = '', uid = '' } = pod.metadata;
    const reason = 'DeletionByTaintManager';
    const message = 'Taint manager: deleting due to NoExecute taint';
    const condition = disruptionTarget(pod, { reason, message, now });
    this.#recorder.event(pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${namespace}/${name}`);
    const objects = client.resource<Pod>(pods, namespace);
    try {
      const body = { status: conditionPatch(pod, condition) } as never;
      await objects
        .subresource<Pod>(name, 'status')
        .patch({ type: 'strategic', body }, { signal, ignoreResponse: true });
      await objects.delete(name, { preconditions: { uid }, signal, ignoreResponse: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
