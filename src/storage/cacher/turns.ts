import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
/** Somebody who goes on one step at a time. */
export interface TurnTaker {
  /** Takes a step; false: there was none left to take. */
  turn(): boolean;
}

/**
 * How many steps are taken in one round of the event loop: few enough that requests do not wait for long, and that what
 * a write leaves to be done after it is done while its connection is still in the processor's cache.
 */
const perRound = 8;

/**
 * Lets many readers go on a few at a time. A change that concerns thousands of them does not hold up everything else, and
 * a reader that waits for its turn while more happens reads all of it together.
 */
export class Turns {
  readonly #clock: Clock;
  readonly #waiting = new Set<TurnTaker>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Until `turn` returns false; to wait again before that changes nothing. */
  wait(taker: TurnTaker): void {
    if (this.#waiting.size === 0) this.#clock.immediate(this.#round);
    this.#waiting.add(taker);
  }

  readonly #round = (): void => {
    let left = perRound;
    for (const taker of this.#waiting) {
      while (left > 0 && taker.turn()) left--;
      if (left === 0) break;
      this.#waiting.delete(taker);
    }
    if (this.#waiting.size > 0) this.#clock.immediate(this.#round);
  };
}
