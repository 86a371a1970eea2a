import type { WorkQueue } from './work-queue.js';

/** What `reconcile` may return. */
export interface ReconcileResult {
  /** Requeues the item after this long, although reconciling succeeded. */
  readonly requeueAfterMilliseconds?: number | undefined;
}

/** Options of `runController`. */
export interface ControllerOptions<Item> {
  readonly queue: WorkQueue<Item>;
  /** Number of items that are reconciled concurrently. Unset: 1. */
  readonly workers?: number | undefined;
  /**
   * Moves the actual state closer to the desired state. Errors are reported, and the item is requeued with rate
   * limiting.
   */
  readonly reconcile: (item: Item, signal: AbortSignal) => Promise<ReconcileResult | undefined> | Promise<void>;
  readonly signal: AbortSignal;
  readonly onError?: ((error: unknown, item: Item) => void) | undefined;
}

/** Reconciles items of the queue until the signal is aborted; resolves when the calls in flight have completed. */
export async function runController<Item>(options: ControllerOptions<Item>): Promise<void> {
  const { queue, signal, workers = 1 } = options;
  const stop = (): void => queue.shutDown();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all(Array.from({ length: workers }, () => work(options)));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function work<Item>(options: ControllerOptions<Item>): Promise<void> {
  const { queue, signal } = options;
  for (let item = await queue.get(); item !== undefined; item = await queue.get()) {
    if (!signal.aborted) await workOn(item, options);
    queue.done(item);
  }
}

async function workOn<Item>(item: Item, { queue, reconcile, signal, onError }: ControllerOptions<Item>): Promise<void> {
  try {
    const result = await reconcile(item, signal);
    queue.forget(item);
    if (result?.requeueAfterMilliseconds !== undefined) queue.addAfter(item, result.requeueAfterMilliseconds);
  } catch (error) {
    if (signal.aborted) return;
    queue.addRateLimited(item);
    if (onError) onError(error, item);
    else process.emitWarning(`cannot reconcile ${String(item)}: ${error}`);
  }
}
