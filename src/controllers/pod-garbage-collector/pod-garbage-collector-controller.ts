// Follows pkg/controller/podgc/gc_controller.go (v1.36)

import type { Node, Pod } from '../../api/core/v1.js';
import { someAtATime } from '../../apimachinery/event-loop/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { ControllerContext } from '../controller.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { nodes, pods } from '../resources.js';
import { conditionPatch, disruptionTarget, isPodTerminal } from '../workload/pod-state.js';
import { settleSomeAtATime } from '../workload/settle-some-at-a-time.js';
import { type CollectablePod, collectablePods, isCandidate, isTerminated } from './collectable-pods.js';

/** The number of terminated pods that are kept: the default of --terminated-pod-gc-threshold. */
const terminatedPods = 12_500;
/** A node may be registered after its pods have been seen. */
const quarantineMilliseconds = 40_000;
/** Changes of several pods are one pass over all of them. */
const settleMilliseconds = 1000;
const allPods = 'all';

/** Deletes pods that no kubelet will ever remove. Every pass is over all pods: there is one key. */
export const podGarbageCollectorController = reconcilerController({
  name: 'pod-garbage-collector-controller',
  workers: 1,
  create: (context) => new PodGarbageCollector(context),
});

class PodGarbageCollector implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Informer<Node>;
  /** When each missing node was first missed. */
  readonly #missingSince = new Map<string, number>();
  #terminated = 0;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#pods = context.informers.informer<Pod>(pods);
    this.#nodes = context.informers.informer<Node>(nodes);
  }

  async watch(enqueue: Enqueue): Promise<void> {
    await firstObject(this.#pods, this.#context.signal);
    await startAll(this.#pods, this.#nodes);
    const pass = (): void => enqueue(allPods, settleMilliseconds);
    const consider = (pod: Pod, before?: Pod): void => {
      this.#terminated += Number(isTerminated(pod)) - Number(before !== undefined && isTerminated(before));
      if (this.#terminated > terminatedPods || isCandidate(pod, this.#node)) pass();
    };
    this.#pods.addHandler({
      added: (pod) => consider(pod),
      updated: (old, pod) => consider(pod, old),
      deleted: (pod) => {
        this.#terminated -= Number(isTerminated(pod));
      },
    });
    this.#nodes.addHandler({ updated: pass, deleted: pass });
  }

  async reconcile(): Promise<ReconcileResult | undefined> {
    const all = this.#pods.lister.list();
    const gone = await this.#goneNodes(all);
    const found = collectablePods({
      pods: all,
      node: this.#node,
      isNodeGone: (name) => gone.has(name),
      terminatedPods,
    });
    const results = await settleSomeAtATime(found, (one) => this.#collect(one));
    for (const name of gone) this.#missingSince.delete(name);
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
    return this.#nextPass();
  }

  readonly #node = (name: string): Node | undefined => this.#nodes.lister.get(name);

  /** The nodes of pods that have been missing for a while, and do not exist according to the server. */
  async #goneNodes(all: readonly Pod[]): Promise<ReadonlySet<string>> {
    const now = this.#context.clock.now();
    const named = new Set(all.flatMap(({ spec }) => spec.nodeName || []));
    for (const name of this.#missingSince.keys()) {
      if (!named.has(name) || this.#node(name)) this.#missingSince.delete(name);
    }
    for (const name of named) {
      if (!this.#node(name) && !this.#missingSince.has(name)) this.#missingSince.set(name, now);
    }
    const due = [...this.#missingSince].filter(([, since]) => since + quarantineMilliseconds <= now);
    const gone = await someAtATime(due, async ([name]) => ((await this.#exists(name)) ? [] : [name]));
    return new Set(gone.flat());
  }

  async #exists(name: string): Promise<boolean> {
    const { client, signal } = this.#context;
    try {
      await client.metadata(nodes).get(name, { signal });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  #nextPass(): ReconcileResult | undefined {
    const [first] = [...this.#missingSince.values()].sort((one, other) => one - other);
    if (first === undefined) return undefined;
    const wait = first + quarantineMilliseconds - this.#context.clock.now();
    return { requeueAfterMilliseconds: Math.max(wait, settleMilliseconds) };
  }

  /** A pod that is still running by its status fails before it goes, so that its owner notices. */
  async #collect({ pod, condition }: CollectablePod): Promise<void> {
    const { client, clock, signal } = this.#context;
    const { namespace, name = '', uid = '', generation = 0 } = pod.metadata;
    const podsOfNamespace = client.resource<Pod>(pods, namespace);
    try {
      if (!isPodTerminal(pod)) {
        const target = condition && disruptionTarget(pod, { ...condition, now: clock.now() });
        const conditions = target && conditionPatch(pod, target);
        const status = { phase: 'Failed', observedGeneration: generation, ...conditions };
        const patch = { type: 'strategic', body: { metadata: { uid }, status } } as const;
        await podsOfNamespace.subresource<Pod>(name, 'status').patch(patch, { signal, ignoreResponse: true });
      }
      await podsOfNamespace.delete(name, { gracePeriodSeconds: 0, signal, ignoreResponse: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
