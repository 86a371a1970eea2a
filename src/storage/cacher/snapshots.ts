import type { Revision } from '../storage.js';
import type { CacheState } from './cache-state.js';
import type { EventWindow } from './event-window.js';

/** Each snapshot keeps the nodes alive that have changed since. */
const kept = 16;

/** Past states: those that pages were read from, and those computed from the present one by reverting events. */
export class Snapshots {
  readonly #window: EventWindow;
  readonly #states = new Map<Revision, CacheState>();

  constructor(window: EventWindow) {
    this.#window = window;
  }

  /** Keeps the present state, because its reader is likely to request the next page. */
  keep(present: CacheState): void {
    if (!this.#states.has(present.revision)) this.#add(present.snapshot());
  }

  /** The state at a revision that is not after the present one; undefined: the window does not reach back that far. */
  at(revision: Revision, present: CacheState): CacheState | undefined {
    const known = this.#states.get(revision);
    if (known) return known;
    if (revision < this.#window.since) return undefined;
    const events = this.#window.after(revision);
    if (events.length === 0) return present;
    const state = present.snapshot();
    for (const event of events.toReversed()) state.undo(event);
    state.revision = revision;
    this.#add(state);
    return state;
  }

  clear(): void {
    this.#states.clear();
  }

  #add(state: CacheState): void {
    this.#states.set(state.revision, state);
    if (this.#states.size > kept) this.#states.delete(this.#states.keys().next().value!);
  }
}
