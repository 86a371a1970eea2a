import type { KeyValue, Watch, WatchBatch, WatchEvent } from '../storage.js';
import { mapChanged } from './map-changed.js';

interface Decryption {
  /** Never throws. */
  readonly decrypt: (entry: KeyValue) => KeyValue;
  /** Returns what must be awaited before decryption; undefined: nothing. Never rejects. */
  readonly prepare: (entries: readonly (KeyValue | undefined)[]) => Promise<unknown> | undefined;
}

/** A watch that decrypts its events. */
export class DecryptingWatch implements Watch {
  readonly #watch: Watch;
  readonly #decryption: Decryption;

  constructor(watch: Watch, decryption: Decryption) {
    this.#watch = watch;
    this.#decryption = decryption;
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchBatch> {
    return new DecryptingIterator(this.#watch[Symbol.asyncIterator](), this.#decryption);
  }
}

/** Not an async generator: that would add several microtasks to every batch. */
class DecryptingIterator implements AsyncIterator<WatchBatch> {
  readonly #batches: AsyncIterator<WatchBatch>;
  readonly #decryption: Decryption;

  constructor(batches: AsyncIterator<WatchBatch>, decryption: Decryption) {
    this.#batches = batches;
    this.#decryption = decryption;
  }

  next(): Promise<IteratorResult<WatchBatch>> {
    return this.#batches.next().then(this.#prepared);
  }

  async return(): Promise<IteratorResult<WatchBatch>> {
    await this.#batches.return?.();
    return { done: true, value: undefined };
  }

  readonly #prepared = (
    result: IteratorResult<WatchBatch>,
  ): IteratorResult<WatchBatch> | Promise<IteratorResult<WatchBatch>> => {
    if (result.done) return result;
    const entries = result.value.events.flatMap((event) => [
      event.previous,
      event.type === 'delete' ? undefined : event.entry,
    ]);
    const waiting = this.#decryption.prepare(entries);
    return waiting ? waiting.then(() => this.#decryptResult(result)) : this.#decryptResult(result);
  };

  #decryptResult(result: IteratorYieldResult<WatchBatch>): IteratorResult<WatchBatch> {
    const events = mapChanged(result.value.events, this.#decryptEvent);
    return events === result.value.events ? result : { done: false, value: { ...result.value, events } };
  }

  readonly #decryptEvent = (event: WatchEvent): WatchEvent => {
    const { decrypt } = this.#decryption;
    const previous = event.previous && decrypt(event.previous);
    if (event.type === 'delete') return previous === event.previous ? event : { ...event, previous };
    const entry = decrypt(event.entry);
    return entry === event.entry && previous === event.previous ? event : { ...event, entry, previous };
  };
}
