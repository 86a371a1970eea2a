// Follows staging/src/k8s.io/client-go/util/workqueue/metrics.go (v1.36)

/** Counts and measures what happens in a queue. Times are in seconds. */
export interface WorkQueueMetrics {
  added(): void;
  retried(): void;
  begun(secondsInQueue: number): void;
  done(secondsOfWork: number): void;
}

/** The current state of a queue, read when metrics are collected. */
export interface WorkQueueState {
  readonly length: number;
  /** How long each item that is being processed has been processed so far. */
  secondsInProgress(): readonly number[];
}

/** Creates the metrics of the queue with this name. */
export type WorkQueueMetricsProvider = (name: string, queue: WorkQueueState) => WorkQueueMetrics;

interface QueueTimesOptions {
  readonly metrics: WorkQueueMetrics;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Remembers since when items wait, and since when they are processed. */
export class QueueTimes<Item> {
  readonly #options: QueueTimesOptions;
  readonly #addedAt = new Map<Item, number>();
  readonly #startedAt = new Map<Item, number>();

  constructor(options: QueueTimesOptions) {
    this.#options = options;
  }

  added(item: Item): void {
    this.#options.metrics.added();
    if (!this.#addedAt.has(item)) this.#addedAt.set(item, this.#options.now());
  }

  begun(item: Item): void {
    const now = this.#options.now();
    this.#options.metrics.begun((now - (this.#addedAt.get(item) ?? now)) / 1000);
    this.#addedAt.delete(item);
    this.#startedAt.set(item, now);
  }

  done(item: Item): void {
    const startedAt = this.#startedAt.get(item);
    if (startedAt === undefined) return;
    this.#startedAt.delete(item);
    this.#options.metrics.done((this.#options.now() - startedAt) / 1000);
  }

  retried(): void {
    this.#options.metrics.retried();
  }

  secondsInProgress(): readonly number[] {
    const now = this.#options.now();
    return [...this.#startedAt.values()].map((startedAt) => (now - startedAt) / 1000);
  }
}
