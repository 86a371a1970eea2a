import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

/** A task that runs in steps. */
export interface Task {
  /** Runs a step; false: there was none left. */
  runStep(): boolean;
}

/**
 * Steps per event loop iteration: few enough that requests do not wait long, and that the work which a write leaves
 * behind runs while its connection is still in the CPU cache.
 */
const perRound = 8;

/**
 * Runs many readers, a few at a time. A change that affects thousands of them does not block everything else, and a
 * reader that is queued while more events arrive reads all of them in one batch.
 */
export class TaskQueue {
  readonly #clock: Clock;
  readonly #waiting = new Set<Task>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Queues the task until `runStep` returns false; a no-op if it is queued already. */
  enqueue(task: Task): void {
    if (this.#waiting.size === 0) this.#clock.immediate(this.#round);
    this.#waiting.add(task);
  }

  readonly #round = (): void => {
    let left = perRound;
    for (const task of this.#waiting) {
      while (left > 0 && task.runStep()) left--;
      if (left === 0) break;
      this.#waiting.delete(task);
    }
    if (this.#waiting.size > 0) this.#clock.immediate(this.#round);
  };
}
