import type { Clock } from '../../apimachinery/clock/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';

/** A webhook that is called for a write may itself write the same object: others wait no longer than this for one writer. */
const longestHoldMilliseconds = 100;
const longestWaitMilliseconds = 3000;

/** Unlocks; further calls have no effect. */
export type Release = () => void;

interface Lock {
  /** In the order of their arrival. */
  readonly waiting: Set<(release: Release) => void>;
  /** Identifies the writer that holds the lock. */
  holder: object;
  /** Set while others wait for the holder. */
  stopTimer: (() => void) | undefined;
}

/**
 * Advisory locks of objects, first come, first served. Writers that read, change and write the same object at the same time would
 * overtake each other, and do the work again. A lock does not guarantee anything: it is passed on when its holder takes too long,
 * and a writer that has waited too long proceeds without it.
 */
export class WriteLocks {
  readonly #clock: Clock;
  readonly #locks = new Map<string, Lock>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Synchronous if the object is not locked. */
  acquire(key: string): MaybePromise<Release> {
    const held = this.#locks.get(key);
    if (held) return this.#wait(key, held);
    const lock: Lock = { waiting: new Set(), holder: {}, stopTimer: undefined };
    this.#locks.set(key, lock);
    return this.#releaseBy(key, lock);
  }

  #wait(key: string, lock: Lock): Promise<Release> {
    return new Promise((resolve) => {
      const stopTimer = this.#clock.after(longestWaitMilliseconds, () => {
        lock.waiting.delete(acquired);
        resolve(holdsNothing);
      });
      const acquired = (release: Release) => {
        stopTimer();
        resolve(release);
      };
      lock.waiting.add(acquired);
      lock.stopTimer ??= this.#limitHold(key, lock);
    });
  }

  #limitHold(key: string, lock: Lock): () => void {
    return this.#clock.after(longestHoldMilliseconds, this.#releaseBy(key, lock));
  }

  /** For the present holder. */
  #releaseBy(key: string, lock: Lock): Release {
    const { holder } = lock;
    return () => {
      if (lock.holder === holder) this.#passOn(key, lock);
    };
  }

  #passOn(key: string, lock: Lock): void {
    lock.stopTimer?.();
    lock.holder = {};
    const [next] = lock.waiting;
    if (!next) {
      this.#locks.delete(key);
      return;
    }
    lock.waiting.delete(next);
    lock.stopTimer = lock.waiting.size > 0 ? this.#limitHold(key, lock) : undefined;
    next(this.#releaseBy(key, lock));
  }
}

const holdsNothing: Release = () => {};
