import { CelBudgetExceeded } from '../failure.js';
import type { CelValue } from '../values.js';

/** The state of one evaluation. Must not outlive it. */
export class Frame {
  /** The variables of the expression, then the variables of the enclosing comprehensions. */
  readonly slots: (CelValue | undefined)[];
  readonly limit: number;
  cost = 0;

  constructor(slots: (CelValue | undefined)[], limit: number) {
    this.slots = slots;
    this.limit = limit;
  }

  /**
   * Charges a cost that depends on sizes, and fails if the limit is exceeded. Fixed costs only add to `cost`: code
   * without loops cannot cost much.
   */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CelBudgetExceeded();
  }
}

/** A compiled expression: returns its value, or throws `CelFailure`. */
export type Code = (frame: Frame) => CelValue;

/** Code and what the compiler knows about it. */
export interface Compiled {
  readonly code: Code;
  /** Set if the value is known at compile time. */
  readonly constant?: CelValue;
}
