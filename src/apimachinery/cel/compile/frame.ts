import { CelBudgetExceeded } from '../failure.js';
import type { CelValue } from '../values.js';

/** The state of one evaluation. Nothing of it outlives the evaluation. */
export class Frame {
  /** The variables that the expression uses, then the variables of the comprehensions around the running code. */
  readonly slots: (CelValue | undefined)[];
  readonly limit: number;
  cost = 0;

  constructor(slots: (CelValue | undefined)[], limit: number) {
    this.slots = slots;
    this.limit = limit;
  }

  /**
   * Charges what depends on sizes, and stops what has become too expensive. What costs a fixed amount only adds to
   * `cost`: code without loops cannot cost much.
   */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CelBudgetExceeded();
  }
}

/** A compiled expression: computes its value, or throws `CelFailure`. */
export type Code = (frame: Frame) => CelValue;

/** Code with what the compiler knows of it. */
export interface Compiled {
  readonly code: Code;
  /** Where the value is known already. */
  readonly constant?: CelValue;
}
