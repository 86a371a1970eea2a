/** Whose turn it will be. */
export interface TurnTaker {
  turn(): void;
}

/** How many go on in one round of the event loop: as much as a request takes, so that none waits for long. */
const perRound = 64;

/**
 * Lets many readers go on a few at a time. A change that concerns thousands of them does not hold up everything else, and
 * a reader that waits for its turn while more happens reads all of it together.
 */
export class Turns {
  #waiting: TurnTaker[] = [];
  #next = 0;

  /** Not to be called again before its turn has come. */
  wait(taker: TurnTaker): void {
    if (this.#waiting.push(taker) === 1) setImmediate(this.#round);
  }

  readonly #round = (): void => {
    const end = Math.min(this.#next + perRound, this.#waiting.length);
    while (this.#next < end) this.#waiting[this.#next++]!.turn();
    if (this.#next < this.#waiting.length) setImmediate(this.#round);
    else {
      this.#waiting = [];
      this.#next = 0;
    }
  };
}
