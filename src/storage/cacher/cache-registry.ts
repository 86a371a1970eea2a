import type { Revision } from '../storage.js';
import type { CacheState } from './cache-state.js';
import type { Cacher } from './cacher.js';

interface Registered {
  readonly cacher: Cacher;
  readonly form: string;
}

/** The content of a cache. */
interface KnownState {
  readonly state: CacheState;
  readonly form: string;
}

/** The content of several caches by their prefixes, at one revision of the store. */
export type CacheStates = ReadonlyMap<string, KnownState>;

/**
 * The caches of a store by their prefixes. The caches of a fork of this store can start with their content: nothing is
 * copied or decoded again. The form says in which form objects are cached: a state is only used for the same form.
 */
export class CacheRegistry {
  readonly #cachers = new Map<string, Registered>();
  /** Not used yet. */
  readonly #initial: Map<string, KnownState>;

  constructor(initial: CacheStates = new Map()) {
    this.#initial = new Map(initial);
  }

  /** Returns the content to start with, once. */
  takeInitial(prefix: string, form: string): CacheState | undefined {
    const known = this.#initial.get(prefix);
    this.#initial.delete(prefix);
    return known?.form === form ? known.state : undefined;
  }

  add(prefix: string, form: string, cacher: Cacher): void {
    this.#cachers.set(prefix, { form, cacher });
  }

  remove(prefix: string, cacher: Cacher): void {
    if (this.#cachers.get(prefix)?.cacher === cacher) this.#cachers.delete(prefix);
  }

  /** Resolves when all caches have seen what has been written so far. */
  async fresh(): Promise<void> {
    await Promise.all([...this.#cachers.values()].map(({ cacher }) => cacher.fresh()));
  }

  /** Whether all caches have seen everything up to a revision. */
  isUpTo(revision: Revision): boolean {
    return [...this.#cachers.values()].every(({ cacher }) => cacher.state.revision >= revision);
  }

  /** Snapshots of the caches that have seen everything up to a revision. */
  statesAt(revision: Revision): CacheStates {
    const states = new Map<string, KnownState>();
    for (const [prefix, { cacher, form }] of this.#cachers) {
      if (cacher.isClosed || cacher.state.revision < revision) continue;
      states.set(prefix, { form, state: cacher.state.snapshot() });
    }
    return states;
  }
}

/**
 * The content of the caches that have none of the changed keys, for a store that is the same otherwise, at a revision.
 */
export function statesWithout(states: CacheStates, changed: readonly string[], revision: Revision): CacheStates {
  const unchanged = [...states].filter(([prefix]) => !changed.some((key) => key.startsWith(prefix)));
  return new Map(unchanged.map(([prefix, { form, state }]) => [prefix, { form, state: state.at(revision) }]));
}
