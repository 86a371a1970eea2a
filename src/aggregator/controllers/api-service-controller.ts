// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiservice_controller.go (v1.36)

import {
  ExponentialPerItem,
  type ReconcileResult,
  runController,
  WorkQueue,
  type WorkQueueMetricsProvider,
} from '../../client/workqueue/index.js';

export interface ApiServiceControllerOptions {
  /** Of its work queue, which is a label of the queue's metrics. */
  readonly name: string;
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  /** Handles the APIService with this name; the result says when again. Errors are retried with exponential backoff. */
  readonly reconcile: (name: string, signal: AbortSignal) => Promise<ReconcileResult | undefined>;
  readonly workers: number;
  readonly firstRetryMilliseconds: number;
  readonly lastRetryMilliseconds: number;
}

/** Handles APIServices by name: when they are added, and again when `reconcile` says so. */
export class ApiServiceController {
  readonly #options: ApiServiceControllerOptions;
  readonly #queue: WorkQueue<string>;
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: ApiServiceControllerOptions) {
    const { firstRetryMilliseconds: firstMilliseconds, lastRetryMilliseconds: limitMilliseconds } = options;
    this.#options = options;
    this.#queue = new WorkQueue<string>({
      name: options.name,
      metrics: options.queueMetrics,
      rateLimiter: new ExponentialPerItem({ firstMilliseconds, limitMilliseconds }),
    });
  }

  add(name: string): void {
    this.#queue.add(name);
  }

  start(): void {
    const { reconcile, workers } = this.#options;
    // The status of the APIService reports problems of its server.
    const onError = (): void => {};
    this.#running = runController({ queue: this.#queue, workers, reconcile, signal: this.#end.signal, onError });
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('the controller was closed'));
    await this.#running;
  }
}
