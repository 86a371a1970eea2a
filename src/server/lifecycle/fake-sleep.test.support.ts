import type { Sleep } from './sleep.js';

/** A fake clock, advanced by tests. */
export class FakeSleep {
  #now = 0;
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();

  get now(): number {
    return this.#now;
  }

  /** The number of pending sleeps. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  readonly sleep: Sleep = (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper = { until: this.#now + milliseconds, wake: () => wake() };
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });

  /** Wakes the sleeps that are due, one after another, and lets their continuations settle. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (;;) {
      const next = [...this.#sleepers].sort((a, b) => a.until - b.until)[0];
      if (next === undefined || next.until > end) break;
      this.#now = next.until;
      next.wake();
      await settle();
    }
    this.#now = end;
  }
}

/** Lets pending promises settle. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
