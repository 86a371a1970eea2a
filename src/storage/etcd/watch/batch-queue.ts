import type { WatchBatch, WatchEvent } from '../../storage.js';

/** What an event takes beside its key and values. */
const eventOverhead = 200;

/** Batches between the stream and the reader, with their weight. */
export class BatchQueue {
  #batches: WatchBatch[] = [];
  #head = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#head === this.#batches.length;
  }

  /** A progress notification takes the place of one that nobody has read yet. */
  push(batch: WatchBatch): void {
    const last = this.#batches.length - 1;
    if (batch.events.length === 0 && last >= this.#head && this.#batches[last]!.events.length === 0) {
      this.#batches[last] = batch;
      return;
    }
    this.#batches.push(batch);
    this.#bytes += weight(batch);
  }

  shift(): WatchBatch | undefined {
    const batch = this.#batches[this.#head];
    if (batch === undefined) return undefined;
    this.#head++;
    this.#bytes -= weight(batch);
    if (this.#head > 64 && this.#head * 2 > this.#batches.length) {
      this.#batches = this.#batches.slice(this.#head);
      this.#head = 0;
    }
    return batch;
  }

  clear(): void {
    this.#batches = [];
    this.#head = 0;
    this.#bytes = 0;
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

export function revisionOf(event: WatchEvent): bigint {
  return event.type === 'put' ? event.entry.modRevision : event.revision;
}
