import type { Revision } from '../storage.js';
import type { CacheEvent } from './cache-event.js';

interface Kept {
  readonly event: CacheEvent;
  /** Of the former value, which only the window keeps. */
  readonly bytes: number;
}

/**
 * The most recent events in order. Watches start from them, and older states are reconstructed from them; the store's
 * history has what is older. Events of large objects leave sooner.
 */
export class EventWindow {
  readonly capacity: number;
  readonly #mostBytes: number;
  #kept: Kept[] = [];
  #bytes = 0;
  /** Events before this index have left the window; they are removed in batches. */
  #first = 0;
  /** Invariant: every event after this revision is in the window. */
  since: Revision = 0n;

  constructor({ capacity, mostBytes }: { readonly capacity: number; readonly mostBytes: number }) {
    this.capacity = capacity;
    this.#mostBytes = mostBytes;
  }

  reset(since: Revision): void {
    this.#kept = [];
    this.#first = 0;
    this.#bytes = 0;
    this.since = since;
  }

  push(event: CacheEvent): void {
    const bytes = event.previous?.byteLength ?? 0;
    this.#kept.push({ event, bytes });
    this.#bytes += bytes;
    while (this.#kept.length - this.#first > this.capacity || this.#bytes > this.#mostBytes) this.#leave();
    if (this.#first > this.capacity) {
      this.#kept = this.#kept.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Returns the events after a revision that is not before `since`, oldest first. */
  after(revision: Revision): readonly CacheEvent[] {
    let [low, high] = [this.#first, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#kept[middle]!.event.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#kept.slice(low).map(({ event }) => event);
  }

  /** Removes the events of one revision together, so that `since` stays exact. */
  #leave(): void {
    const { revision } = this.#kept[this.#first]!.event;
    while (this.#kept[this.#first]?.event.revision === revision) {
      this.#bytes -= this.#kept[this.#first]!.bytes;
      (this.#kept as (Kept | undefined)[])[this.#first] = undefined;
      this.#first++;
    }
    this.since = revision;
  }
}
