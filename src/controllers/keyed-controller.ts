import { isConflict } from '../apimachinery/status/index.js';
import {
  defaultRateLimiter,
  type RateLimiter,
  type ReconcileResult,
  runController,
  WorkQueue,
} from '../client/workqueue/index.js';
import type { Controller, ControllerContext } from './controller.js';

/** Adds a key to the queue, at once or after a while. */
export type Enqueue = (key: string, afterMilliseconds?: number) => void;

/** The control loop of one run of a controller. */
export interface Reconciler {
  /** Requests informers and adds handlers that enqueue keys. Resolves when the informers that it needs have synced. */
  watch(enqueue: Enqueue): Promise<void> | void;
  /** Brings what the key names into its wanted state. If it rejects, the key is tried again later. */
  reconcile(key: string): Promise<ReconcileResult | undefined> | Promise<void>;
}

export interface QueueOptions {
  readonly name: string;
  readonly program?: string;
  /** Number of keys that are reconciled concurrently. Unset: 5. */
  readonly workers?: number;
  /** Unset: client-go's default. */
  rateLimiter?(): RateLimiter<string>;
}

export interface KeyedControllerOptions extends QueueOptions {
  watch(context: ControllerContext, enqueue: Enqueue): Promise<void> | void;
  reconcile(key: string, context: ControllerContext): Promise<ReconcileResult | undefined> | Promise<void>;
}

/** A controller with one work queue of keys such as `namespace/name`. */
export function keyedController({ watch, reconcile, ...options }: KeyedControllerOptions): Controller {
  return reconcilerController({
    ...options,
    create: (context) => ({
      watch: (enqueue) => watch(context, enqueue),
      reconcile: (key) => reconcile(key, context),
    }),
  });
}

/** The same, for a controller that has state of its own. */
export function reconcilerController({
  name,
  program,
  workers = 5,
  rateLimiter,
  create,
}: QueueOptions & { create(context: ControllerContext): Reconciler }): Controller {
  return {
    name,
    ...(program !== undefined && { program }),
    async run(context) {
      const { clock, signal, queueMetrics: metrics, onError } = context;
      const limiter = rateLimiter?.() ?? defaultRateLimiter(clock);
      const queue = new WorkQueue<string>({ name, metrics, clock, rateLimiter: limiter });
      const reconciler = create(context);
      await reconciler.watch((key, afterMilliseconds = 0) => queue.addAfter(key, afterMilliseconds));
      await runController({
        queue,
        workers,
        signal,
        // An informer was behind: the next attempt sees the newer object.
        onError: (error) => isConflict(error) || onError(error),
        reconcile: (key) => reconciler.reconcile(key),
      });
    },
  };
}
