import type { Revision } from '../storage.js';
import type { CacheEvent } from './cache-event.js';

/** The most recent events in order. Watches start from them, and older states are reconstructed from them. */
export class EventWindow {
  readonly capacity: number;
  #events: CacheEvent[] = [];
  /** Events before this index have left the window; they are removed in batches. */
  #first = 0;
  /** Invariant: every event after this revision is in the window. */
  since: Revision = 0n;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  reset(since: Revision): void {
    this.#events = [];
    this.#first = 0;
    this.since = since;
  }

  push(event: CacheEvent): void {
    this.#events.push(event);
    while (this.#events.length - this.#first > this.capacity) this.#leave();
    if (this.#first > this.capacity) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Returns the events after a revision that is not before `since`, oldest first. */
  after(revision: Revision): readonly CacheEvent[] {
    let [low, high] = [this.#first, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#events.slice(low);
  }

  /** Removes the events of one revision together, so that `since` stays exact. */
  #leave(): void {
    const { revision } = this.#events[this.#first]!;
    while (this.#events[this.#first]?.revision === revision) {
      (this.#events as (CacheEvent | undefined)[])[this.#first] = undefined;
      this.#first++;
    }
    this.since = revision;
  }
}
