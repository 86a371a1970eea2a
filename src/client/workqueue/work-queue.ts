import { type Clock, systemClock } from '../clock/index.js';
import { DelayedItems } from './delayed-items.js';
import { Fifo } from './fifo.js';
import { defaultRateLimiter, type RateLimiter } from './rate-limiter.js';

export interface WorkQueueOptions<Item> {
  readonly clock?: Clock | undefined;
  readonly rateLimiter?: RateLimiter<Item> | undefined;
}

/**
 * Items that something is to be done about, in the order in which they came. An item that is added several times before
 * it is taken is there once; one that is added while it is worked on comes again afterwards, and never twice at a time.
 * Items are the same if they are the same value: keys of objects, as a rule.
 */
export class WorkQueue<Item> {
  readonly #rateLimiter: RateLimiter<Item>;
  readonly #delayed: DelayedItems<Item>;
  readonly #ready = new Fifo<Item>();
  /** To be worked on: those in `ready`, and those that will be once the work under way on them is done. */
  readonly #dirty = new Set<Item>();
  readonly #processing = new Set<Item>();
  readonly #takers = new Fifo<(item: Item | undefined) => void>();
  #onIdle: (() => void)[] = [];
  #isShutDown = false;

  constructor({ clock = systemClock, rateLimiter = defaultRateLimiter(clock) }: WorkQueueOptions<Item> = {}) {
    this.#rateLimiter = rateLimiter;
    this.#delayed = new DelayedItems(clock, (item) => this.add(item));
  }

  /** How many can be taken now. */
  get length(): number {
    return this.#ready.length;
  }

  get isShutDown(): boolean {
    return this.#isShutDown;
  }

  add(item: Item): void {
    if (this.#isShutDown || this.#dirty.has(item)) return;
    this.#dirty.add(item);
    if (!this.#processing.has(item)) this.#offer(item);
  }

  addAfter(item: Item, milliseconds: number): void {
    if (this.#isShutDown) return;
    if (milliseconds <= 0) this.add(item);
    else this.#delayed.add(item, milliseconds);
  }

  /** Adds an item that failed, after as long as the rate limiter says. */
  addRateLimited(item: Item): void {
    this.addAfter(item, this.#rateLimiter.delay(item));
  }

  /** The item's failures no longer count. */
  forget(item: Item): void {
    this.#rateLimiter.forget(item);
  }

  failures(item: Item): number {
    return this.#rateLimiter.failures(item);
  }

  /** The next item; undefined when the queue is shut down and empty. Whoever takes one says `done` later. */
  take(): Promise<Item | undefined> {
    if (this.#ready.length > 0) return Promise.resolve(this.#begin(this.#ready.shift() as Item));
    if (this.#isShutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  done(item: Item): void {
    this.#processing.delete(item);
    if (this.#dirty.has(item)) this.#offer(item);
    if (this.#isIdle()) this.#tellIdle();
  }

  /** Nothing is added any more, and what waits for its time is dropped. What is ready can still be taken. */
  shutDown(): void {
    this.#isShutDown = true;
    this.#delayed.clear();
    while (this.#takers.length > 0) this.#takers.shift()?.(undefined);
  }

  /** Shuts down, and resolves when everything has been taken and is done. */
  async drain(): Promise<void> {
    this.shutDown();
    if (!this.#isIdle()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #offer(item: Item): void {
    const taker = this.#takers.shift();
    if (taker) taker(this.#begin(item));
    else this.#ready.push(item);
  }

  #begin(item: Item): Item {
    this.#dirty.delete(item);
    this.#processing.add(item);
    return item;
  }

  #isIdle(): boolean {
    return this.#processing.size === 0 && this.#ready.length === 0;
  }

  #tellIdle(): void {
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const tell of waiting) tell();
  }
}
