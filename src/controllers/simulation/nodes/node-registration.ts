// Follows pkg/kubelet/kubelet_node_status.go (v1.36)
// Follows staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go (v1.36)
import type { Lease } from '../../../api/coordination/v1.js';
import type { Node } from '../../../api/core/v1.js';
import { formatMicroTime } from '../../../apimachinery/meta/index.js';
import { isAlreadyExists, isNotFound } from '../../../apimachinery/status/index.js';
import { every } from '../../../client/clock/index.js';
import type { Controller, ControllerContext } from '../../controller.js';
import { leases, nodes } from '../../resources.js';
import { isSimulatedNode, simulatedNode } from './node-object.js';

const notReadyTaint = 'node.kubernetes.io/not-ready';
const leaseNamespace = 'kube-node-lease';
const leaseSeconds = 40;
/** Less often than a kubelet does: no lease of these is ever late. */
const renewMilliseconds = 20_000;
/** Requests at the same time. */
const maxConcurrent = 10;

/** Creates the nodes that do not exist yet, and keeps the leases of all simulated nodes fresh. */
export const nodeRegistration = (count: number, version: string): Controller => ({
  name: 'simulated-nodes',
  program: 'kubelet',
  async run(context) {
    const { signal, onError, clock, informers } = context;
    const now = clock.now();
    const wanted = Array.from({ length: count }, (_, index) => simulatedNode(index, { now, version }));
    await inBatches(wanted, (node) => register(node, context));
    const informer = informers.informer<Node>(nodes);
    informer.start();
    await informer.synced();
    const renew = (): void => {
      const simulated = informer.lister.list().filter(isSimulatedNode);
      inBatches(simulated, (node) => renewLease(node, context)).catch(onError);
    };
    renew();
    const stop = every(clock, renewMilliseconds, renew);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    stop();
  },
});

async function inBatches<Item>(items: readonly Item[], call: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await call(item);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
}

/** Admission taints new nodes until they are ready: these are. */
async function register(node: Node, { client, signal }: ControllerContext): Promise<void> {
  try {
    const created = await client.resource<Node>(nodes).create(node, { signal });
    const taints = (created.spec.taints ?? []).filter(({ key }) => key !== notReadyTaint);
    const patch = { type: 'merge', body: { spec: { taints } } } as const;
    await client.resource<Node>(nodes).patch(created.metadata.name ?? '', patch, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

async function renewLease({ metadata }: Node, { client, clock, signal }: ControllerContext): Promise<void> {
  const { name = '', uid = '' } = metadata;
  const ofNodes = client.resource<Lease>(leases, leaseNamespace);
  const renewTime = formatMicroTime(clock.now());
  try {
    const body = { spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime } };
    await ofNodes.patch(name, { type: 'merge', body }, { signal });
  } catch (error) {
    if (signal.aborted) return;
    if (!isNotFound(error)) throw error;
    const lease: Lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace: leaseNamespace, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
      spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime },
    };
    await ofNodes.create(lease, { signal });
  }
}
