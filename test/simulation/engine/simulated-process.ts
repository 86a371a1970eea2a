import type { Clock } from '../../../src/apimachinery/clock/index.js';
import type { PendingEvent, Scheduler } from './scheduler.js';

/** The error that callers of a process get when it dies. */
export class Crashed extends Error {
  override readonly name = 'Crashed';
}

const begin = Date.UTC(2026, 0, 1);

/**
 * A process with its own clock. When it is killed, nothing that it has started continues: its timers are dropped, and
 * what it awaits never resolves.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly #immediates: PendingEvent[] = [];
  readonly #onKill = new Set<() => void>();
  /** How far its wall clock is ahead. */
  #ahead = 0;
  isAlive = true;

  constructor(name: string, scheduler: Scheduler) {
    this.name = name;
    this.scheduler = scheduler;
    this.clock = {
      now: () => begin + this.#ahead + Math.floor(scheduler.time),
      monotonic: () => scheduler.time,
      after: (milliseconds, callback) => {
        const due = scheduler.time + Math.max(1, milliseconds);
        return scheduler.addTimer({
          process: this,
          label: `timer of ${milliseconds.toFixed(0)} ms`,
          due,
          run: callback,
        });
      },
      immediate: (callback) => {
        if (this.isAlive) this.#immediates.push({ process: this, label: 'next turn', run: callback });
      },
    };
  }

  get nextImmediate(): PendingEvent | undefined {
    return this.#immediates[0];
  }

  takeImmediate(): void {
    this.#immediates.shift();
  }

  /** Sets the wall clock. */
  jump(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /**
   * Resolves when the scheduler selects it: a disk operation completes, a message arrives. Never, once the process is
   * dead.
   */
  pause(label: string): Promise<void> {
    return new Promise((resolve) => this.scheduler.addEvent({ process: this, label, run: resolve }));
  }

  /** A call from outside of the process: rejects with `Crashed` if the process dies first. */
  call<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return reject(new Crashed(`${this.name} is dead`));
      const die = (): void => reject(new Crashed(`${this.name} died`));
      this.#onKill.add(die);
      const settle =
        <Value>(pass: (value: Value) => void) =>
        (value: Value): void => {
          this.#onKill.delete(die);
          if (this.isAlive) pass(value);
        };
      try {
        work().then(settle(resolve), settle(reject));
      } catch (error) {
        reject(error);
      }
    });
  }

  kill(): void {
    this.isAlive = false;
    this.#immediates.length = 0;
    this.scheduler.forget(this);
    for (const die of [...this.#onKill]) die();
    this.#onKill.clear();
  }
}
