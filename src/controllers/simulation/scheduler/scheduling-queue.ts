// Follows pkg/scheduler/backend/queue/scheduling_queue.go (v1.36)
import type { Clock } from '../../../client/clock/index.js';

const firstBackoff = 1000;
const longestBackoff = 10_000;

interface Attempts {
  count: number;
  lastAt: number;
  priority: number;
}

/** Keys of pods that wait for a node: those to be tried now, by priority, and those that did not fit. */
export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #onActive: () => void;
  readonly #active = new Map<number, Set<string>>();
  readonly #attempts = new Map<string, Attempts>();
  readonly #unschedulable = new Set<string>();
  #isMoving = false;

  /** Calls back when there is something to be tried. */
  constructor(clock: Clock, onActive: () => void) {
    this.#clock = clock;
    this.#onActive = onActive;
  }

  add(key: string, priority: number): void {
    this.#unschedulable.delete(key);
    let keys = this.#active.get(priority);
    if (!keys) {
      keys = new Set();
      this.#active.set(priority, keys);
    }
    keys.add(key);
    this.#onActive();
  }

  /** The key with the highest priority. */
  pop(): string | undefined {
    if (this.#active.size === 0) return undefined;
    const priority = Math.max(...this.#active.keys());
    const keys = this.#active.get(priority)!;
    const key = keys.values().next().value!;
    keys.delete(key);
    if (keys.size === 0) this.#active.delete(priority);
    return key;
  }

  /** It is tried again when something changes that may help. */
  addUnschedulable(key: string, priority: number): void {
    const { count = 0 } = this.#attempts.get(key) ?? {};
    this.#attempts.set(key, { count: count + 1, lastAt: this.#clock.monotonic(), priority });
    this.#unschedulable.add(key);
  }

  delete(key: string): void {
    this.#attempts.delete(key);
    this.#unschedulable.delete(key);
    for (const [priority, keys] of this.#active) if (keys.delete(key) && keys.size === 0) this.#active.delete(priority);
  }

  /** Something changed: those that did not fit are tried again, each after its backoff. */
  moveAll(): void {
    if (this.#unschedulable.size === 0 || this.#isMoving) return;
    this.#isMoving = true;
    // Many changes come together.
    this.#clock.immediate(() => {
      this.#isMoving = false;
      for (const key of [...this.#unschedulable]) this.#move(key);
    });
  }

  #move(key: string): void {
    const { count, lastAt, priority } = this.#attempts.get(key)!;
    this.#unschedulable.delete(key);
    const backoff = Math.min(longestBackoff, firstBackoff * 2 ** (count - 1));
    const wait = lastAt + backoff - this.#clock.monotonic();
    const retry = (): void => {
      if (this.#attempts.has(key)) this.add(key, priority);
    };
    if (wait <= 0) retry();
    else this.#clock.after(wait, retry, { unref: true });
  }
}
