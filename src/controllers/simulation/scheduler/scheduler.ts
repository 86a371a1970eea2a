// Follows pkg/scheduler/schedule_one.go (v1.36)
// Follows pkg/scheduler/eventhandlers.go (v1.36)
import type { Binding, Namespace, Node, Pod } from '../../../api/core/v1.js';
import type { PodDisruptionBudget } from '../../../api/policy/v1.js';
import { formatTime, jsonEqual } from '../../../apimachinery/meta/index.js';
import { ignoreNotFound, isConflict, isNotFound } from '../../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../../client/informer/index.js';
import type { Controller, ControllerContext } from '../../controller.js';
import { SeriesRecorder } from '../../events/series-recorder.js';
import { firstObject, startAll } from '../../first-object.js';
import { claimOf } from '../../resource-claim/pod-claims.js';
import { namespaces, nodes, podDisruptionBudgets, pods } from '../../resources.js';
import { podInformer } from '../../workload/owned-pods.js';
import { conditionPatch, disruptionTarget, podCondition } from '../../workload/pod-state.js';
import { ClusterState } from './cluster-state.js';
import { DeviceAllocator } from './device-allocator.js';
import type { DevicePlan } from './devices.js';
import { type FilterContext, filterFor, type Refusal } from './filters.js';
import { type NodeInfo, type PodInfo, podInfo } from './node-info.js';
import { type Preemption, planPreemption } from './preemption.js';
import { SchedulingQueue } from './scheduling-queue.js';
import { bestNode } from './scores.js';
import { VolumeBinder } from './volume-binder.js';
import { claimNamesOf, type VolumePlan } from './volumes.js';

const schedulerName = 'default-scheduler';
/** As upstream limits the requests of the scheduler. */
const eventRate = { burst: 100, perSecond: 50 };
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

interface Plans {
  readonly volumes?: VolumePlan | undefined;
  readonly devices?: DevicePlan | undefined;
}

class Scheduler {
  readonly #context: ControllerContext;
  readonly #random: () => number;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Informer<Node>;
  readonly #namespaces: Informer<Namespace>;
  readonly #budgets: Informer<PodDisruptionBudget>;
  readonly #recorder: SeriesRecorder;
  readonly #state = new ClusterState();
  readonly #queue: SchedulingQueue;
  readonly #volumes: VolumeBinder;
  readonly #devices: DeviceAllocator;
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
    this.#budgets = informers.informer<PodDisruptionBudget>(podDisruptionBudgets);
    this.#recorder = new SeriesRecorder(context, { controller: schedulerName, rate: eventRate });
    this.#queue = new SchedulingQueue(clock, () => this.#wake());
    this.#volumes = new VolumeBinder(context, () => this.#queue.moveAll());
    this.#devices = new DeviceAllocator(context, () => this.#queue.moveAll());
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
      this.#state.removeNomination(key);
      this.#state.putPod(pod);
      if (pod.metadata.deletionTimestamp || pod.status.phase !== 'Pending') this.#queue.moveAll();
    } else if (isResponsible(pod)) {
      if (pod.status.nominatedNodeName) this.#state.nominate(podInfo(pod), pod.status.nominatedNodeName);
      this.#consider(pod, key);
    } else this.#queue.delete(key);
  }

  /** What the scheduler itself has written about a pod is no reason to try again. */
  #consider(pod: Pod, key: string): void {
    const condition = podCondition(pod, 'PodScheduled');
    const isOwnWrite = condition?.status === 'False' && condition.reason === 'Unschedulable';
    if (!isOwnWrite || !this.#isReady) this.#queue.add(key, pod.spec.priority ?? 0);
  }

  #podDeleted(pod: Pod): void {
    const key = keyOf(pod);
    this.#queue.delete(key);
    this.#state.removeNomination(key);
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

  #filterContext({ volumes, devices }: Plans): FilterContext {
    const namespaceLabels = (name: string) => this.#namespaces.lister.get(name)?.metadata.labels ?? {};
    const { nodes: all, hasAntiAffinity } = this.#state;
    const refusals = [volumes, devices].flatMap((plan) => (plan ? [plan.refuse] : []));
    return { nodes: all, hasAntiAffinity, namespaceLabels, refusals };
  }

  /** What volumes and devices the pod could have on nodes, or why it cannot have them anywhere. */
  async #plans({ pod }: PodInfo): Promise<Plans | string> {
    const [hasVolumes, hasDevices] = [claimNamesOf(pod).length > 0, (pod.spec.resourceClaims ?? []).length > 0];
    if (!hasVolumes && !hasDevices) return {};
    if (hasVolumes) await this.#volumes.ready();
    if (hasDevices) await this.#devices.ready();
    const volumes = hasVolumes ? this.#volumes.plan(pod) : undefined;
    // What upstream says when devices, whose turn comes after that of volumes, have not been considered.
    if (typeof volumes === 'string') return `${volumes}. not found`;
    const devices = hasDevices ? this.#devices.plan(pod) : undefined;
    if (typeof devices !== 'string') return { volumes, devices };
    const count = this.#state.nodes.length;
    const preemption = `preemption: 0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`;
    return `${devices}. no new claims to deallocate, ${preemption}`;
  }

  async #scheduleOne(info: PodInfo): Promise<void> {
    const plans = info.hasClaims ? await this.#plans(info) : {};
    if (typeof plans === 'string') return this.#failEverywhere(info, plans);
    const context = this.#filterContext(plans);
    const filter = filterFor(info, context);
    const refusals = new Map<NodeInfo, Refusal>();
    const candidates: NodeInfo[] = [];
    for (const node of this.#state.nodes) {
      const kept = this.#state.withNominated(node, info);
      const refusal = filter(node) ?? (kept && filter(kept));
      if (refusal) refusals.set(node, refusal);
      else candidates.push(node);
    }
    const chosen = bestNode(info, candidates, { ...context, random: this.#random })?.node;
    if (!chosen) return this.#fail(info, refusals, context);
    this.#state.assign(info, chosen.metadata.name ?? '');
    if (await this.#bindClaims(info, chosen, plans)) await this.#bind(info, chosen.metadata.name ?? '');
  }

  /** Resolves to false if the pod has to be tried again. */
  async #bindClaims(info: PodInfo, node: Node, { volumes, devices }: Plans): Promise<boolean> {
    const bindings = volumes?.bindingsOn(node);
    const allocations = devices?.allocationsOn(node);
    if (!bindings && !allocations) return true;
    const { signal } = this.#context;
    // Provisioners take their time, and may never come.
    this.#bindings--;
    try {
      if (allocations) await this.#devices.bind(info.pod, allocations);
      if (bindings) await this.#volumes.bind(info.pod, node.metadata.name ?? '', bindings);
      return this.#pods.lister.getByKey(info.key)?.metadata.uid === info.pod.metadata.uid;
    } catch (error) {
      this.#state.removePod(info.key);
      if (!signal.aborted) this.#retry(info, error);
      return false;
    } finally {
      this.#bindings++;
    }
  }

  #retry(info: PodInfo, error: unknown): void {
    this.#queue.addUnschedulable(info.key, info.priority);
    this.#queue.moveAll();
    if (isConflict(error) || isNotFound(error)) return;
    this.#context.onError(error);
  }

  async #bind(info: PodInfo, nodeName: string): Promise<void> {
    const { client, signal } = this.#context;
    const { namespace = '', name = '', uid = '' } = info.pod.metadata;
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

  async #fail(info: PodInfo, refusals: ReadonlyMap<NodeInfo, Refusal>, context: FilterContext): Promise<void> {
    this.#queue.addUnschedulable(info.key, info.priority);
    const preemption = refusals.size === 0 ? undefined : await this.#planPreemption({ info, refusals, context });
    const attempted = typeof preemption === 'string' ? [deallocation(info), `preemption: ${preemption}`] : [];
    const message = failureMessage(refusals, attempted);
    this.#recordFailure(info, message);
    const nominated = typeof preemption === 'object' ? preemption.node.node?.metadata.name : undefined;
    await this.#markUnschedulable(info.pod, message, nominated);
    if (typeof preemption === 'object') await this.#preempt(info, preemption);
  }

  /** Budgets are not watched before a pod could preempt others. */
  async #planPreemption(input: Omit<Parameters<typeof planPreemption>[0], 'budgets'>): Promise<Preemption | string> {
    const hasLess = [...input.refusals.keys()].some((node) => node.hasPodsBelow(input.info.priority));
    if (!hasLess) return planPreemption({ ...input, budgets: [] });
    await startAll(this.#budgets);
    return planPreemption({ ...input, budgets: this.#budgets.lister.list() });
  }

  /** No node has to be examined. */
  async #failEverywhere(info: PodInfo, reason: string): Promise<void> {
    this.#queue.addUnschedulable(info.key, info.priority);
    const message = `0/${this.#state.nodes.length} nodes are available: ${reason}`;
    this.#recordFailure(info, message);
    await this.#markUnschedulable(info.pod, message, undefined);
  }

  #recordFailure({ pod }: PodInfo, message: string): void {
    const note = message.length > 1024 ? `${message.slice(0, 1021)}...` : message;
    const about = { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note } as const;
    this.#recorder.record({ regarding: pod, ...about });
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
      ...conditionPatch(pod, condition),
      ...(nominated !== undefined && { nominatedNodeName: nominated }),
    });
  }

  async #patchStatus(pod: Pod, status: object): Promise<void> {
    const { client, signal } = this.#context;
    const { namespace, name = '' } = pod.metadata;
    await client
      .resource<Pod>(pods, namespace)
      .subresource<Pod>(name, 'status')
      .patch({ type: 'strategic', body: { status } as never }, { signal, ignoreResponse: true })
      .catch(ignoreNotFound);
  }

  async #preempt(info: PodInfo, { node, victims }: Preemption): Promise<void> {
    const { client, clock, signal } = this.#context;
    for (const { pod } of victims) {
      if (pod.metadata.deletionTimestamp) continue;
      const reason = 'PreemptionByScheduler';
      const message = `${schedulerName}: preempting to accommodate a higher priority pod`;
      const condition = disruptionTarget(pod, { reason, message, now: clock.now() });
      await this.#patchStatus(pod, conditionPatch(pod, condition));
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

/** Pods with gates, or with claims that have not been generated, are not tried. */
function isResponsible(pod: Pod): boolean {
  const { schedulerName: wanted = schedulerName, schedulingGates = [], resourceClaims = [] } = pod.spec;
  return (
    wanted === schedulerName &&
    !pod.metadata.deletionTimestamp &&
    schedulingGates.length === 0 &&
    resourceClaims.every((entry) => claimOf(pod, entry) !== undefined)
  );
}

/** What came of the attempt to take devices from other pods. */
function deallocation({ pod }: PodInfo): string {
  return (pod.spec.resourceClaims ?? []).length > 0 ? 'still not schedulable' : 'no new claims to deallocate';
}

/** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable. no new claims to deallocate, …` */
function failureMessage(refusals: ReadonlyMap<NodeInfo, Refusal>, attempted: readonly string[]): string {
  if (refusals.size === 0) return 'no nodes available to schedule pods';
  const counts = new Map<string, number>();
  for (const { reasons } of refusals.values())
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const texts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
  const because = attempted.length > 0 ? ` ${attempted.join(', ')}` : '';
  return `0/${refusals.size} nodes are available: ${texts.join(', ')}.${because}`;
}
