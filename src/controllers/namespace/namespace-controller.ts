// Follows pkg/controller/namespace/namespace_controller.go (v1.36)
import type { Namespace, Pod } from '../../api/core/v1.js';
import { isConflict, isNotFound } from '../../apimachinery/status/index.js';
import { namespaceIndex } from '../../client/informer/index.js';
import { ExponentialPerItem, type ReconcileResult, runController, WorkQueue } from '../../client/workqueue/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { namespaces, pods } from '../resources.js';
import { namespaceConditions } from './conditions.js';
import { deleteContent } from './delete-content.js';

/** The finalizer in `spec.finalizers` that this controller removes. */
const finalizer = 'kubernetes';
const workers = 10;

/** Empties namespaces that are being deleted, and releases them when nothing is left. */
export const namespaceController: Controller = {
  name: 'namespace-controller',
  async run(context) {
    const { clock, signal, queueMetrics: metrics, onError } = context;
    const rateLimiter = new ExponentialPerItem<string>({ firstMilliseconds: 5, limitMilliseconds: 60_000 });
    const queue = new WorkQueue<string>({ name: 'namespace', metrics, clock, rateLimiter });
    const informer = context.informers.informer<Namespace>(namespaces);
    const enqueue = ({ metadata }: Namespace): void => {
      if (metadata.deletionTimestamp) queue.add(metadata.name ?? '');
    };
    informer.addHandler({ added: enqueue, updated: (_old, namespace) => enqueue(namespace) });
    informer.start();
    const wait = onLastPod(context, (namespace) => {
      if (informer.lister.get(namespace)?.metadata.deletionTimestamp) queue.add(namespace);
    });
    await runController({ queue, workers, signal, onError, reconcile: (name) => reconcile(name, context, wait) });
  },
};

/**
 * Returns a function that starts to watch pods: calls back when a namespace has none any more. They usually end long
 * before their grace periods.
 */
function onLastPod({ informers }: ControllerContext, isEmpty: (namespace: string) => void): () => void {
  let isWatching = false;
  return () => {
    if (isWatching) return;
    isWatching = true;
    const informer = informers.informer<Pod>(pods);
    informer.addHandler({
      deleted: ({ metadata: { namespace = '' } }) => {
        if (informer.lister.countByIndex(namespaceIndex, namespace) === 0) isEmpty(namespace);
      },
    });
    informer.start();
  };
}

async function reconcile(
  name: string,
  context: ControllerContext,
  waitForPods: () => void,
): Promise<ReconcileResult | undefined> {
  const client = context.client.resource<Namespace>(namespaces);
  const { signal } = context;
  try {
    const found = await client.get(name, { signal });
    if (!found.metadata.deletionTimestamp) return undefined;
    const namespace = await markTerminating(found, context);
    if (!namespace.spec?.finalizers?.length) return undefined;
    const { report, estimateSeconds, errors } = await deleteContent(namespace, context);
    const latest = await updateConditions(namespace, { report, context });
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
    if (estimateSeconds > 0) waitForPods();
    if (estimateSeconds > 0) return { requeueAfterMilliseconds: (Math.floor(estimateSeconds / 2) + 1) * 1000 };
    await release(latest, context);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return undefined;
}

function markTerminating(namespace: Namespace, { client, signal }: ControllerContext): Promise<Namespace> | Namespace {
  if (namespace.status?.phase === 'Terminating') return namespace;
  const status = { ...namespace.status, phase: 'Terminating' as const };
  return client.resource<Namespace>(namespaces).updateStatus({ ...namespace, status }, { signal });
}

async function updateConditions(
  namespace: Namespace,
  { report, context }: { report: Parameters<typeof namespaceConditions>[1]; context: ControllerContext },
): Promise<Namespace> {
  const { client, clock, signal, onError } = context;
  const current = namespace.status?.conditions ?? [];
  const conditions = namespaceConditions(current, report, clock.now());
  if (conditions === current) return namespace;
  try {
    const changed = { ...namespace, status: { ...namespace.status, conditions: [...conditions] } };
    return await client.resource<Namespace>(namespaces).updateStatus(changed, { signal });
  } catch (error) {
    if (isNotFound(error)) throw error;
    onError(error);
    return namespace;
  }
}

/** Removes the finalizer; the last one removes the namespace. Tries again if the namespace changes meanwhile. */
async function release(namespace: Namespace, { client, signal }: ControllerContext): Promise<void> {
  const resource = client.resource<Namespace>(namespaces);
  const name = namespace.metadata.name ?? '';
  for (let latest = namespace; ; latest = await resource.get(name, { signal })) {
    if (latest.metadata.uid !== namespace.metadata.uid) throw new Error('namespace uid has changed across retries');
    const finalizers = (latest.spec?.finalizers ?? []).filter((other) => other !== finalizer).sort();
    try {
      await resource
        .subresource(name, 'finalize')
        .update({ ...latest, spec: { ...latest.spec, finalizers } }, { signal });
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
