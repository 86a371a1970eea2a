import { type Clock, systemClock } from '../clock/index.js';
import { DelayedItems } from './delayed-items.js';
import { Fifo } from './fifo.js';
import { QueueTimes, type WorkQueueMetricsProvider } from './queue-metrics.js';
import { defaultRateLimiter, type RateLimiter } from './rate-limiter.js';

/** Options of a `WorkQueue`. */
export interface WorkQueueOptions<Item> {
  readonly clock?: Clock | undefined;
  readonly rateLimiter?: RateLimiter<Item> | undefined;
  /** Label of its metrics. */
  readonly name?: string | undefined;
  /** Unset: nothing is measured. */
  readonly metrics?: WorkQueueMetricsProvider | undefined;
}

/**
 * A work queue, as in client-go: items are processed in arrival order. An item that is added several times before it is
 * processed is processed once; one that is added while it is processed is queued again afterwards, and is never
 * processed concurrently. Items are compared by value; usually they are object keys.
 */
export class WorkQueue<Item> {
  readonly #rateLimiter: RateLimiter<Item>;
  readonly #delayed: DelayedItems<Item>;
  readonly #ready = new Fifo<Item>();
  /** Needs processing: the items in `ready`, and those that become ready once they are done. */
  readonly #dirty = new Set<Item>();
  readonly #processing = new Set<Item>();
  readonly #waiters = new Fifo<(item: Item | undefined) => void>();
  readonly #times: QueueTimes<Item> | undefined;
  #onIdle: (() => void)[] = [];
  #isShutDown = false;

  constructor(options: WorkQueueOptions<Item> = {}) {
    const { clock = systemClock, rateLimiter = defaultRateLimiter(clock), metrics, name = '' } = options;
    this.#rateLimiter = rateLimiter;
    this.#times = metrics && new QueueTimes({ metrics: metrics(name, this), now: () => clock.monotonic() });
    this.#delayed = new DelayedItems(clock, (item) => this.add(item));
  }

  /** Number of items that are ready to be processed. */
  get length(): number {
    return this.#ready.length;
  }

  get isShutDown(): boolean {
    return this.#isShutDown;
  }

  /** How long each item that is being processed has been processed so far; empty without metrics. */
  secondsInProgress(): readonly number[] {
    return this.#times?.secondsInProgress() ?? [];
  }

  add(item: Item): void {
    if (this.#isShutDown || this.#dirty.has(item)) return;
    this.#times?.added(item);
    this.#dirty.add(item);
    if (!this.#processing.has(item)) this.#offer(item);
  }

  addAfter(item: Item, milliseconds: number): void {
    if (this.#isShutDown) return;
    if (milliseconds <= 0) {
      this.add(item);
      return;
    }
    this.#times?.retried();
    this.#delayed.add(item, milliseconds);
  }

  /** Adds an item after the delay that the rate limiter determines. */
  addRateLimited(item: Item): void {
    this.addAfter(item, this.#rateLimiter.delay(item));
  }

  /** Resets the item's failures in the rate limiter. */
  forget(item: Item): void {
    this.#rateLimiter.forget(item);
  }

  failures(item: Item): number {
    return this.#rateLimiter.failures(item);
  }

  /**
   * Resolves with the next item; undefined when the queue is shut down and empty. The caller must call `done`
   * afterwards.
   */
  get(): Promise<Item | undefined> {
    if (this.#ready.length > 0) return Promise.resolve(this.#begin(this.#ready.shift() as Item));
    if (this.#isShutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  done(item: Item): void {
    this.#times?.done(item);
    this.#processing.delete(item);
    if (this.#dirty.has(item)) this.#offer(item);
    if (this.#isIdle()) this.#notifyIdle();
  }

  /** Rejects new items and drops delayed ones. Items that are ready are still returned by `get`. */
  shutDown(): void {
    this.#isShutDown = true;
    this.#delayed.clear();
    while (this.#waiters.length > 0) this.#waiters.shift()?.(undefined);
  }

  /** Shuts down, and resolves when all items are done. */
  async drain(): Promise<void> {
    this.shutDown();
    if (!this.#isIdle()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #offer(item: Item): void {
    const waiter = this.#waiters.shift();
    if (waiter) waiter(this.#begin(item));
    else this.#ready.push(item);
  }

  #begin(item: Item): Item {
    this.#times?.begun(item);
    this.#dirty.delete(item);
    this.#processing.add(item);
    return item;
  }

  #isIdle(): boolean {
    return this.#processing.size === 0 && this.#ready.length === 0;
  }

  #notifyIdle(): void {
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}
