import type { Revision } from '../storage.js';

interface Waiter {
  readonly revision: Revision;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Readers that wait until the cache has seen a revision. */
export class RevisionWaiters {
  #waiters: Waiter[] = [];

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  add(revision: Revision): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ revision, resolve, reject });
    });
  }

  /** Resolves those that wait for this revision or an older one. */
  resolveUpTo(revision: Revision): void {
    if (this.isEmpty) return;
    const [done, waiting] = [[] as Waiter[], [] as Waiter[]];
    for (const waiter of this.#waiters) (waiter.revision <= revision ? done : waiting).push(waiter);
    this.#waiters = waiting;
    for (const { resolve } of done) resolve();
  }

  rejectAll(error: unknown): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(error);
  }
}
