import { StorageError } from '../../errors.js';
import type { WatchBatch, WatchEvent } from '../../storage.js';

type Result = IteratorResult<WatchBatch, undefined>;

interface Waiter {
  resolve(result: Result): void;
  reject(error: StorageError): void;
}

/** The size of an event beyond its key and values. */
const eventOverhead = 200;

/** The pending batches of one reader, and how the watch ends. */
export class BatchQueue {
  /** Called when the reader has read everything and waits. */
  readonly #onDrained: () => void;
  #batches: WatchBatch[] = [];
  #head = 0;
  #bytes = 0;
  #waiter: Waiter | undefined;
  #end: 'done' | StorageError | undefined;

  constructor(onDrained: () => void) {
    this.#onDrained = onDrained;
  }

  /** The approximate size of the unread batches. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A progress notification replaces an unread one. */
  deliver(batch: WatchBatch): void {
    const last = this.#batches.length - 1;
    if (this.#waiter !== undefined) {
      this.#takeWaiter()?.resolve({ done: false, value: batch });
    } else if (batch.events.length === 0 && last >= this.#head && this.#batches[last]!.events.length === 0) {
      this.#batches[last] = batch;
    } else {
      this.#batches.push(batch);
      this.#bytes += weight(batch);
    }
  }

  next(): Promise<Result> {
    const value = this.#shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#end === 'done') return Promise.resolve({ done: true, value: undefined });
    if (this.#end !== undefined) return Promise.reject(this.#takeError());
    if (this.#waiter !== undefined) {
      return Promise.reject(new StorageError('invalid-argument', 'a watch is read by one reader at a time'));
    }
    this.#onDrained();
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
  }

  /** The reader receives pending batches, then the error, then the end. */
  fail(error: StorageError): void {
    this.#end ??= error;
    if (this.#waiter !== undefined) this.#takeWaiter()?.reject(this.#takeError());
  }

  /** The reader receives nothing more. */
  finish(): void {
    this.#end = 'done';
    this.#batches = [];
    this.#head = 0;
    this.#bytes = 0;
    this.#takeWaiter()?.resolve({ done: true, value: undefined });
  }

  #shift(): WatchBatch | undefined {
    const batch = this.#batches[this.#head];
    if (batch === undefined) return undefined;
    this.#head++;
    this.#bytes -= weight(batch);
    if (this.#head * 2 >= this.#batches.length) {
      this.#batches = this.#batches.slice(this.#head);
      this.#head = 0;
    }
    return batch;
  }

  #takeWaiter(): Waiter | undefined {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    return waiter;
  }

  #takeError(): StorageError {
    const error = this.#end as StorageError;
    this.#end = 'done';
    return error;
  }
}

function weight(batch: WatchBatch): number {
  let bytes = 0;
  for (const event of batch.events) bytes += eventWeight(event);
  return bytes;
}

function eventWeight(event: WatchEvent): number {
  const value = event.type === 'put' ? event.entry.value.length : 0;
  const key = event.type === 'put' ? event.entry.key : event.key;
  return eventOverhead + key.length + value + (event.previous?.value.length ?? 0);
}
