import type { GroupVersionResource } from '../apimachinery/meta/index.js';
import { keyOf, type SharedInformers } from '../client/informer/index.js';
import type { ResourceClient } from '../client/rest/index.js';
import { type ReconcileResult, runController, WorkQueue } from '../client/workqueue/index.js';
import type { SharedServer } from './shared-server.js';

/** What `reconcile` of a `ServerController` uses. */
export interface ReconcileContext<Item extends object> {
  /** Of the object's namespace. */
  readonly client: ResourceClient<Item>;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

/** A controller that a server runs for a resource of its own. */
export interface ServerController<Item extends object> {
  readonly resource: GroupVersionResource;
  /** Number of objects that are reconciled concurrently. Unset: 1. */
  readonly workers?: number;
  /**
   * Moves the actual state closer to what the object describes. It gets the newest state, which it must not change. If
   * it fails, it is called again, later each time.
   */
  readonly reconcile: (
    object: Item,
    context: ReconcileContext<Item>,
  ) => Promise<ReconcileResult | undefined> | Promise<void>;
}

interface Server {
  readonly informers: SharedInformers;
  readonly shared: SharedServer;
}

export function addController<Item extends object>(
  { informers, shared }: Server,
  name: string,
  { resource, workers, reconcile }: ServerController<Item>,
): void {
  const { lifecycle, loopback, queueMetrics, onError } = shared;
  const informer = informers.informer<Item>(resource);
  const queue = new WorkQueue<string>({ name, metrics: queueMetrics });
  const add = (item: Item): void => queue.add(keyOf(item));
  informer.addHandler({ added: add, updated: (_old, item) => add(item) });
  lifecycle.addPostStartHook(name, ({ signal }) => {
    void runController<string>({
      ...{ queue, workers, signal, onError },
      reconcile(key) {
        const { namespace, name } = partsOf(key);
        const object = informer.lister.get(name, namespace);
        if (!object) return Promise.resolve();
        return reconcile(object, { client: loopback.client.resource<Item>(resource, namespace), signal });
      },
    });
  });
}

function partsOf(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, Math.max(slash, 0)), name: key.slice(slash + 1) };
}
