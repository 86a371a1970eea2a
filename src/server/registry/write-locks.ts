import type { Clock } from '../../apimachinery/clock/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';

/** Longest wait: a webhook that is called for a write may itself write the same object, and must not wait for ever. */
const longestWaitMilliseconds = 100;

/** Unlocks; further calls have no effect. */
export type Release = () => void;

interface Waiter {
  readonly acquired: (release: Release) => void;
}

/**
 * Advisory locks of objects, first come, first served. Writers that read, change and write the same object at the same time would
 * overtake each other, and do the work again. A lock does not guarantee anything: a writer that has waited too long
 * proceeds without it.
 */
export class WriteLocks {
  readonly #clock: Clock;
  /** The writers that wait, by the key of each locked object. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Synchronous if the object is not locked. */
  acquire(key: string): MaybePromise<Release> {
    const waiting = this.#waiting.get(key);
    if (waiting) return this.#wait(waiting);
    this.#waiting.set(key, new Set());
    return this.#releaseOnce(key);
  }

  #wait(waiting: Set<Waiter>): Promise<Release> {
    return new Promise((resolve) => {
      const stopTimer = this.#clock.after(longestWaitMilliseconds, () => {
        waiting.delete(waiter);
        resolve(holdsNothing);
      });
      const waiter: Waiter = {
        acquired: (release) => {
          stopTimer();
          resolve(release);
        },
      };
      waiting.add(waiter);
    });
  }

  #releaseOnce(key: string): Release {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#passOn(key);
    };
  }

  #passOn(key: string): void {
    const waiting = this.#waiting.get(key);
    const [next] = waiting ?? [];
    if (!next) {
      this.#waiting.delete(key);
      return;
    }
    waiting?.delete(next);
    next.acquired(this.#releaseOnce(key));
  }
}

const holdsNothing: Release = () => {};
