import type { KeyValue, Watch, WatchBatch, WatchEvent } from '../storage.js';
import { mapChanged } from './map-changed.js';

type Decrypt = (entry: KeyValue) => KeyValue;

/** A watch whose events are decrypted. Fails, and ends the watch within, where one of them cannot be read. */
export class DecryptingWatch implements Watch {
  readonly #watch: Watch;
  readonly #decrypt: Decrypt;

  constructor(watch: Watch, decrypt: Decrypt) {
    this.#watch = watch;
    this.#decrypt = decrypt;
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchBatch> {
    return new DecryptingIterator(this.#watch[Symbol.asyncIterator](), this.#decrypt);
  }
}

/** Not an async generator: that would cost each batch a few more turns of the promise queue. */
class DecryptingIterator implements AsyncIterator<WatchBatch> {
  readonly #batches: AsyncIterator<WatchBatch>;
  readonly #decrypt: Decrypt;

  constructor(batches: AsyncIterator<WatchBatch>, decrypt: Decrypt) {
    this.#batches = batches;
    this.#decrypt = decrypt;
  }

  next(): Promise<IteratorResult<WatchBatch>> {
    return this.#batches.next().then(this.#decryptResult);
  }

  async return(): Promise<IteratorResult<WatchBatch>> {
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  readonly #decryptResult = (
    result: IteratorResult<WatchBatch>,
  ): IteratorResult<WatchBatch> | Promise<IteratorResult<WatchBatch>> => {
    if (result.done) return result;
    try {
      const events = mapChanged(result.value.events, this.#decryptEvent);
      return events === result.value.events ? result : { done: false, value: { ...result.value, events } };
    } catch (error) {
      return this.#fail(error);
    }
  };

  async #fail(error: unknown): Promise<never> {
    await this.#batches.return?.();
    throw error;
  }

  readonly #decryptEvent = (event: WatchEvent): WatchEvent => {
    const previous = event.previous && this.#decrypt(event.previous);
    if (event.type === 'delete') return previous === event.previous ? event : { ...event, previous };
    const entry = this.#decrypt(event.entry);
    return entry === event.entry && previous === event.previous ? event : { ...event, entry, previous };
  };
}
