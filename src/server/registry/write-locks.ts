import type { Clock } from '../../apimachinery/clock/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';

/**
 * A webhook that is called for a write may itself write the same object: others wait no longer than this for one
 * writer.
 */
const longestHoldMilliseconds = 100;
/**
 * A hold is measured in several timers: while the event loop is busy, the holder cannot proceed, and its time must not
 * run out.
 */
const timersOfHold = 10;
const longestWaitMilliseconds = 3000;

/** Unlocks; further calls have no effect. */
type Release = () => void;

type Acquired = (release: Release) => void;

interface Lock {
  /**
   * Writers in the order of their arrival. Those that retry come before those that have not begun. Unset: there were
   * none.
   */
  retries: Set<Acquired> | undefined;
  others: Set<Acquired> | undefined;
  /** Identifies the writer that holds the lock. */
  holder: object;
  /** Set while others wait for the holder. */
  stopTimer: (() => void) | undefined;
}

/**
 * Advisory locks of objects, first come, first served, but those that retry before the others. Writers that read,
 * change and write the same object at the same time would overtake each other, and do the work again. A lock does not
 * guarantee anything: it is passed on when its holder takes too long, and a writer that has waited too long proceeds
 * without it.
 */
export class WriteLocks {
  readonly #clock: Clock;
  readonly #locks = new Map<string, Lock>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Synchronous if the object is not locked. */
  acquire(key: string, { isRetry = false } = {}): MaybePromise<Release> {
    const held = this.#locks.get(key);
    if (held) return this.#wait(key, held, isRetry ? 'retries' : 'others');
    const lock: Lock = { retries: undefined, others: undefined, holder: {}, stopTimer: undefined };
    this.#locks.set(key, lock);
    return this.#releaseBy(key, lock);
  }

  #wait(key: string, lock: Lock, queue: 'retries' | 'others'): Promise<Release> {
    lock[queue] ??= new Set();
    const waiting = lock[queue];
    return new Promise((resolve) => {
      const stopTimer = this.#clock.after(longestWaitMilliseconds, () => {
        waiting.delete(acquired);
        resolve(holdsNothing);
      });
      const acquired: Acquired = (release) => {
        stopTimer();
        resolve(release);
      };
      waiting.add(acquired);
      lock.stopTimer ??= this.#limitHold(key, lock);
    });
  }

  #limitHold(key: string, lock: Lock): () => void {
    const release = this.#releaseBy(key, lock);
    let timers = 0;
    let stop = () => {};
    const next = () => {
      if (timers++ === timersOfHold) release();
      else stop = this.#clock.after(longestHoldMilliseconds / timersOfHold, next);
    };
    next();
    return () => stop();
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
    const next = takeFirst(lock.retries) ?? takeFirst(lock.others);
    if (!next) {
      this.#locks.delete(key);
      return;
    }
    lock.stopTimer = lock.retries?.size || lock.others?.size ? this.#limitHold(key, lock) : undefined;
    next(this.#releaseBy(key, lock));
  }
}

function takeFirst(waiting: Set<Acquired> | undefined): Acquired | undefined {
  if (!waiting) return undefined;
  const [first] = waiting;
  if (first) waiting.delete(first);
  return first;
}

const holdsNothing: Release = () => {};
