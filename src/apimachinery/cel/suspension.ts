import type { CelFailure } from './failure.js';
import type { CelValue } from './values.js';

/**
 * Thrown to suspend an evaluation, which is synchronous: it is repeated after `wait` has been resolved, without what has
 * taken long before.
 */
export class Suspension {
  readonly wait: () => Promise<void>;

  constructor(wait: () => Promise<void>) {
    this.wait = wait;
  }
}

/** A call that another thread performs: its value, or why there is none, and steps that it has taken (see `spend`). */
export type LongCall<Value extends CelValue = CelValue> = Promise<{
  readonly value: Value | CelFailure;
  readonly work: number;
}>;
