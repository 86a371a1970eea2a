import type { Watch, WatchBatch, WatchEvent } from '../storage.js';
import type { Delivery } from './cache-event.js';
import type { CacheBatch, CacheWatch } from './cache-watch.js';

/** A watch of the cache as a watch of a plain storage. */
export class StorageView implements Watch, AsyncIterableIterator<WatchBatch> {
  readonly #watch: CacheWatch;
  readonly #withPrevious: boolean;

  constructor(watch: CacheWatch, withPrevious: boolean) {
    this.#watch = watch;
    this.#withPrevious = withPrevious;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  async next(): Promise<IteratorResult<WatchBatch>> {
    return this.#view(await this.#watch.next());
  }

  async return(): Promise<IteratorResult<WatchBatch>> {
    return this.#view(await this.#watch.return());
  }

  #view(result: IteratorResult<CacheBatch>): IteratorResult<WatchBatch> {
    if (result.done) return result;
    const { revision, deliveries } = result.value;
    return { done: false, value: { revision, events: deliveries.map((delivery) => this.#event(delivery)) } };
  }

  #event({ type, event }: Delivery): WatchEvent {
    const before = this.#withPrevious && event.previous ? { previous: event.previous } : {};
    return type === 'deleted'
      ? { type: 'delete', key: event.key, revision: event.revision, ...before }
      : { type: 'put', entry: event.entry!, ...before };
  }
}
