// Follows pkg/scheduler/schedule_one.go (v1.36)
// Follows pkg/scheduler/eventhandlers.go (v1.36)
import type { Binding, Namespace, Node, Pod } from '../../../api/core/v1.js';
import { formatTime, jsonEqual } from '../../../apimachinery/meta/index.js';
import { isConflict, isNotFound } from '../../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../../client/informer/index.js';
import type { Controller, ControllerContext } from '../../controller.js';
import { SeriesRecorder } from '../../events/series-recorder.js';
import { firstObject, startAll } from '../../first-object.js';
import { namespaces, nodes, pods } from '../../resources.js';
import { podInformer } from '../../workload/owned-pods.js';
import { podCondition } from '../../workload/pod-state.js';
import { ClusterState } from './cluster-state.js';
import { filterFor, type Refusal } from './filters.js';
import { type NodeInfo, type PodInfo, podInfo } from './node-info.js';
import type { AffinityContext } from './pod-affinity.js';
import { type Preemption, planPreemption } from './preemption.js';
import { SchedulingQueue } from './scheduling-queue.js';
import { bestNode } from './scores.js';

const schedulerName = 'default-scheduler';
/** Assignments that are being written at the same time. */
const maxBindings = 64;
/** Pods that are scheduled before other work gets its turn. */
const maxPerIteration = 20;

/** Assigns pods to nodes, like kube-scheduler. */
export const scheduler = (random: () => number): Controller => ({
  name: schedulerName,
  program: 'kube-scheduler',
  run: (context) => new Scheduler(context, random).run(),
});

class Scheduler {
  readonly #context: ControllerContext;
  readonly #random: () => number;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Informer<Node>;
  readonly #namespaces: Informer<Namespace>;
  readonly #recorder: SeriesRecorder;
  readonly #state = new ClusterState();
  readonly #queue: SchedulingQueue;
  #bindings = 0;
  #isScheduled = false;
  #isReady = false;

  constructor(context: ControllerContext, random: () => number) {
    const { informers, clock } = context;
    this.#context = context;
    this.#random = random;
    this.#pods = podInformer(informers);
    this.#nodes = informers.informer<Node>(nodes);
    this.#namespaces = informers.informer<Namespace>(namespaces);
    this.#recorder = new SeriesRecorder(context, { controller: schedulerName });
    this.#queue = new SchedulingQueue(clock, () => this.#wake());
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    await firstObject(this.#pods, signal);
    this.#nodes.addHandler({
      added: (node) => this.#nodeChanged(undefined, node),
      updated: (old, node) => this.#nodeChanged(old, node),
      deleted: (node) => this.#state.removeNode(node),
    });
    this.#pods.addHandler({
      added: (pod) => this.#podChanged(pod),
      updated: (_old, pod) => this.#podChanged(pod),
      deleted: (pod) => this.#podDeleted(pod),
    });
    await startAll(this.#nodes, this.#pods, this.#namespaces);
    this.#isReady = true;
    this.#wake();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #nodeChanged(old: Node | undefined, node: Node): void {
    this.#state.putNode(node);
    const isSame =
      old &&
      jsonEqual(old.spec, node.spec) &&
      jsonEqual(old.metadata.labels ?? {}, node.metadata.labels ?? {}) &&
      jsonEqual(old.status.allocatable ?? {}, node.status.allocatable ?? {});
    if (!isSame) this.#queue.moveAll();
  }

  #podChanged(pod: Pod): void {
    const key = keyOf(pod);
    if (pod.spec.nodeName) {
      this.#queue.delete(key);
      this.#state.putPod(pod);
      if (pod.metadata.deletionTimestamp || pod.status.phase !== 'Pending') this.#queue.moveAll();
    } else if (isResponsible(pod)) this.#consider(pod, key);
    else this.#queue.delete(key);
  }

  /** What the scheduler itself has written about a pod is no reason to try again. */
  #consider(pod: Pod, key: string): void {
    const condition = podCondition(pod, 'PodScheduled');
    const isOwnWrite = condition?.status === 'False' && condition.reason === 'Unschedulable';
    if (!isOwnWrite) this.#queue.add(key, pod.spec.priority ?? 0);
    else if (!this.#isReady) this.#queue.add(key, pod.spec.priority ?? 0);
  }

  #podDeleted(pod: Pod): void {
    const key = keyOf(pod);
    this.#queue.delete(key);
    this.#state.removePod(key);
    this.#queue.moveAll();
  }

  #wake(): void {
    if (this.#isScheduled || !this.#isReady) return;
    this.#isScheduled = true;
    this.#context.clock.immediate(() => {
      this.#isScheduled = false;
      this.#scheduleSome();
    });
  }

  #scheduleSome(): void {
    const { signal, onError } = this.#context;
    for (let count = 0; count < maxPerIteration && this.#bindings < maxBindings; count++) {
      const key = signal.aborted ? undefined : this.#queue.pop();
      if (key === undefined) return;
      const pod = this.#pods.lister.getByKey(key);
      if (!pod || pod.spec.nodeName || !isResponsible(pod)) continue;
      this.#bindings++;
      this.#scheduleOne(podInfo(pod))
        .catch((error: unknown) => onError(error))
        .finally(() => {
          this.#bindings--;
          this.#wake();
        });
    }
    this.#wake();
  }

  #affinityContext(): AffinityContext {
    const namespaceLabels = (name: string) => this.#namespaces.lister.get(name)?.metadata.labels ?? {};
    const { nodes: all, hasAntiAffinity } = this.#state;
    return { nodes: all, hasAntiAffinity, namespaceLabels };
  }

  async #scheduleOne(info: PodInfo): Promise<void> {
    const context = this.#affinityContext();
    const filter = filterFor(info, context);
    const refusals = new Map<NodeInfo, Refusal>();
    const candidates: NodeInfo[] = [];
    for (const node of this.#state.nodes) {
      const refusal = filter(node);
      if (refusal) refusals.set(node, refusal);
      else candidates.push(node);
    }
    const chosen = bestNode(info, candidates, { ...context, random: this.#random });
    if (chosen) await this.#bind(info, chosen.node?.metadata.name ?? '');
    else await this.#fail(info, refusals, context);
  }

  async #bind(info: PodInfo, nodeName: string): Promise<void> {
    const { client, signal } = this.#context;
    const { namespace = '', name = '', uid = '' } = info.pod.metadata;
    this.#state.assign(info, nodeName);
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid },
      target: { kind: 'Node', name: nodeName },
    };
    try {
      await client
        .resource<Pod>(pods, namespace)
        .subresource<Binding>(name, 'binding')
        .create(binding, { signal, ignoreResponse: true });
    } catch (error) {
      const current = this.#pods.lister.getByKey(info.key);
      if (!current?.spec.nodeName) this.#state.removePod(info.key);
      if (isNotFound(error) || isConflict(error)) return;
      this.#queue.addUnschedulable(info.key, info.priority);
      throw error;
    }
    const note = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
    this.#recorder.record({ regarding: info.pod, type: 'Normal', reason: 'Scheduled', action: 'Binding', note });
  }

  async #fail(info: PodInfo, refusals: ReadonlyMap<NodeInfo, Refusal>, context: AffinityContext): Promise<void> {
    this.#queue.addUnschedulable(info.key, info.priority);
    const preemption = refusals.size === 0 ? undefined : planPreemption({ info, refusals, context });
    const message = failureMessage(refusals, typeof preemption === 'string' ? preemption : undefined);
    this.#recorder.record({
      regarding: info.pod,
      type: 'Warning',
      reason: 'FailedScheduling',
      action: 'Scheduling',
      note: message.length > 1024 ? `${message.slice(0, 1021)}...` : message,
    });
    const nominated = typeof preemption === 'object' ? preemption.node.node?.metadata.name : undefined;
    await this.#markUnschedulable(info.pod, message, nominated);
    if (typeof preemption === 'object') await this.#preempt(info, preemption);
  }

  async #markUnschedulable(pod: Pod, message: string, nominated: string | undefined): Promise<void> {
    const current = podCondition(pod, 'PodScheduled');
    const isSame = current?.status === 'False' && current.reason === 'Unschedulable' && current.message === message;
    if (isSame && nominated === undefined) return;
    const { clock } = this.#context;
    const lastTransitionTime = current?.status === 'False' ? current.lastTransitionTime : formatTime(clock.now());
    const condition = {
      type: 'PodScheduled',
      ...(pod.metadata.generation && { observedGeneration: pod.metadata.generation }),
      status: 'False',
      lastProbeTime: null,
      lastTransitionTime,
      reason: 'Unschedulable',
      message,
    };
    await this.#patchStatus(pod, {
      conditions: [condition],
      ...(nominated !== undefined && { nominatedNodeName: nominated }),
    });
  }

  async #patchStatus(pod: Pod, status: object): Promise<void> {
    const { client, signal } = this.#context;
    const { namespace, name = '' } = pod.metadata;
    try {
      await client
        .resource<Pod>(pods, namespace)
        .subresource<Pod>(name, 'status')
        .patch({ type: 'strategic', body: { status } as never }, { signal, ignoreResponse: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async #preempt(info: PodInfo, { node, victims }: Preemption): Promise<void> {
    const { client, clock, signal } = this.#context;
    for (const { pod } of victims) {
      if (pod.metadata.deletionTimestamp) continue;
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: formatTime(clock.now()),
        reason: 'PreemptionByScheduler',
        message: `${schedulerName}: preempting to accommodate a higher priority pod`,
      };
      await this.#patchStatus(pod, { conditions: [condition] });
      try {
        await client
          .resource<Pod>(pods, pod.metadata.namespace)
          .delete(pod.metadata.name ?? '', { signal, ignoreResponse: true });
      } catch (error) {
        if (!isNotFound(error)) throw error;
        continue;
      }
      const note = `Preempted by pod ${info.pod.metadata.uid} on node ${node.node?.metadata.name}`;
      const about = { type: 'Normal', reason: 'Preempted', action: 'Preempting', note } as const;
      this.#recorder.record({ regarding: pod, related: info.pod, ...about });
    }
  }
}

function isResponsible({ metadata, spec }: Pod): boolean {
  return (
    (spec.schedulerName ?? schedulerName) === schedulerName &&
    !metadata.deletionTimestamp &&
    (spec.schedulingGates ?? []).length === 0
  );
}

/** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable. preemption: …` */
function failureMessage(refusals: ReadonlyMap<NodeInfo, Refusal>, preemption: string | undefined): string {
  if (refusals.size === 0) return 'no nodes available to schedule pods';
  const counts = new Map<string, number>();
  for (const { reasons } of refusals.values())
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const texts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
  const because = preemption === undefined ? '' : ` preemption: ${preemption}`;
  return `0/${refusals.size} nodes are available: ${texts.join(', ')}.${because}`;
}
