// Follows pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36)
import type { Lease } from '../../api/coordination/v1.js';
import type { Node, Pod } from '../../api/core/v1.js';
import { formatTime, jsonEqual } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { leases, nodes, pods } from '../resources.js';
import { podCondition } from '../workload/pod-state.js';
import { conditionOf, unknownConditions, wantedTaints } from './node-taints.js';

const leaseNamespace = 'kube-node-lease';
/** How long a kubelet may be silent. */
const graceMilliseconds = 50_000;
/** The same, for one that has never reported. */
const startMilliseconds = 60_000;

export const nodeLifecycleController: Controller = objectController<Node>({
  name: 'node-lifecycle-controller',
  component: 'node-controller',
  resource: nodes,
  isRelevant: (old, node) =>
    !jsonEqual(old.spec, node.spec) || !jsonEqual(old.status.conditions ?? [], node.status.conditions ?? []),
  create: (frame) => new NodeReconciler(frame),
});

interface Health {
  /** When the node last reported, by this controller's clock. */
  heardAt: number;
  lease: string | undefined;
  status: string;
}

/** Taints nodes by their conditions, and notices when kubelets are silent. */
class NodeReconciler implements ObjectReconciler<Node> {
  readonly #frame: ControllerFrame<Node>;
  readonly #leases: Informer<Lease>;
  readonly #pods: Informer<Pod>;
  readonly #health = new Map<string, Health>();

  constructor(frame: ControllerFrame<Node>) {
    this.#frame = frame;
    this.#leases = frame.informer<Lease>(leases, { namespace: leaseNamespace });
    this.#pods = frame.podInformer();
  }

  watch(): void {
    this.#frame.objects.addHandler({
      added: (node) => this.#announce(node, 'RegisteredNode', ['Registered Node', 'in Controller']),
    });
  }

  deleted(node: Node): void {
    this.#announce(node, 'RemovingNode', ['Removing Node', 'from Controller']);
    this.#health.delete(node.metadata.name ?? '');
  }

  #announce(node: Node, reason: string, [verb, where]: readonly [verb: string, where: string]): void {
    const { name = '' } = node.metadata;
    this.#frame.recorder.event(node, 'Normal', reason, `Node ${name} event: ${verb} ${name} ${where}`);
  }

  async reconcile(node: Node): Promise<ReconcileResult | undefined> {
    const now = this.#frame.context.clock.now();
    const silentAt = this.#silentAt(node);
    if (silentAt <= now && conditionOf(node, 'Ready')?.status !== 'Unknown') {
      await this.#markUnknown(node, now);
      return undefined;
    }
    const taints = wantedTaints(node, now);
    if (taints) await this.#patch(node, { spec: { taints } });
    if (conditionOf(node, 'Ready')?.status !== 'True') await this.#markPods(node, now);
    return { requeueAfterMilliseconds: Math.max(1000, silentAt - now) };
  }

  /** When the kubelet will have been silent for too long. */
  #silentAt(node: Node): number {
    const { name = '' } = node.metadata;
    const lease = this.#leases.lister.get(name, leaseNamespace)?.spec?.renewTime;
    const status = JSON.stringify(node.status.conditions ?? []);
    const known = this.#health.get(name);
    const now = this.#frame.context.clock.now();
    const isNews = known === undefined || lease !== known.lease || status !== known.status;
    const health = isNews ? { heardAt: now, lease, status } : known;
    this.#health.set(name, health);
    return health.heardAt + (conditionOf(node, 'Ready') ? graceMilliseconds : startMilliseconds);
  }

  async #markUnknown(node: Node, now: number): Promise<void> {
    const { client, signal } = this.#frame.context;
    const conditions = unknownConditions(node, now);
    const wasReady = conditionOf(node, 'Ready')?.status === 'True';
    const changed = { ...node, status: { ...node.status, conditions } };
    await client.resource<Node>(nodes).updateStatus(changed, { signal });
    if (wasReady)
      this.#frame.recorder.event(
        node,
        'Normal',
        'NodeNotReady',
        `Node ${node.metadata.name} status is now: NodeNotReady`,
      );
  }

  /** Pods on a node that is not ready are not ready either. */
  async #markPods(node: Node, now: number): Promise<void> {
    const { client, signal } = this.#frame.context;
    for (const pod of this.#pods.lister.list()) {
      if (pod.spec.nodeName !== node.metadata.name) continue;
      const ready = podCondition(pod, 'Ready');
      if (ready?.status !== 'True') continue;
      const condition = { ...ready, status: 'False', lastTransitionTime: formatTime(now) };
      const { namespace, name = '' } = pod.metadata;
      const body = { status: { conditions: [condition] } } as never;
      const ofPod = client.resource<Pod>(pods, namespace).subresource<Pod>(name, 'status');
      await ofPod.patch({ type: 'strategic', body }, { signal, ignoreResponse: true }).catch(ignoreNotFound);
      this.#frame.recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
    }
  }

  async #patch(node: Node, body: object): Promise<void> {
    const { client, signal } = this.#frame.context;
    const { name = '', resourceVersion = '' } = node.metadata;
    const patch = { metadata: { resourceVersion }, ...body } as never;
    await client.resource<Node>(nodes).patch(name, { type: 'merge', body: patch }, { signal, ignoreResponse: true });
  }
}
