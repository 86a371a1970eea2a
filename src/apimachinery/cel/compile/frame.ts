import { Slice, yieldToEventLoop } from '../../event-loop/index.js';
import { spend, workDone } from '../budget.js';
import { CelBudgetExceeded, CelFailure } from '../failure.js';
import { type LongCall, Suspension } from '../suspension.js';
import type { CelValue } from '../values.js';

/** About a millisecond, in units of cost and steps of work together: results that took less are not kept. */
const longEffort = 2000;

/** More than any effort. A small integer: comparing those is fastest. */
const never = 2 ** 31 - 1;

/** A result that took long, kept for the case that the evaluation is suspended later. */
export class Kept {
  readonly value: CelValue | CelFailure;
  readonly cost: number;
  readonly work: number;
  /** The number of the next loop or call. */
  readonly next: number;

  constructor(result: Pick<Kept, 'value' | 'cost' | 'work' | 'next'>) {
    this.value = result.value;
    this.cost = result.cost;
    this.work = result.work;
    this.next = result.next;
  }
}

/**
 * Loops that are suspended, and results that are kept, within the expression or within one iteration of a loop: by the
 * number of the loop or call, which is the same in every pass.
 */
export type Scope = Map<number, unknown>;

/** A loop or call that has begun: its number, and cost and work of the evaluation before it. */
export interface Begun {
  readonly number: number;
  readonly cost: number;
  readonly work: number;
}

/**
 * The state of one evaluation. It may take several passes: each begins anew, without what has taken long before.
 */
export class Frame {
  /** The variables of the expression, then the variables of the enclosing comprehensions. */
  readonly slots: (CelValue | undefined)[];
  readonly limit: number;
  readonly maySuspend: boolean;
  cost = 0;
  /** Counts the loops, and the calls that may take long, in the current scope. */
  number = 0;
  /** Undefined: it has nothing yet. */
  scope: Scope | undefined;
  /** The effort at which a loop looks at the clock. */
  nextLook: number;
  #slice: Slice | undefined;

  constructor(slots: (CelValue | undefined)[], { limit, maySuspend }: { limit: number; maySuspend: boolean }) {
    this.slots = slots;
    this.limit = limit;
    this.maySuspend = maySuspend;
    this.nextLook = maySuspend ? longEffort : never;
  }

  /** Prepares the next pass. */
  rewind(): void {
    this.cost = 0;
    this.number = 0;
    this.#slice = undefined;
    this.nextLook = longEffort;
  }

  /**
   * Charges a cost that depends on sizes, and fails if the limit is exceeded. Fixed costs only add to `cost`: code
   * without loops cannot cost much.
   */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new CelBudgetExceeded();
  }

  /** What has been done so far in this pass, and before where that is not repeated. */
  get effort(): number {
    return this.cost + workDone();
  }

  /** Called where this pass has done something that will not be repeated, and much since the last look. */
  suspendIfLong(): void {
    this.nextLook = this.effort + longEffort;
    if (this.isLong) this.suspend();
  }

  /** Whether this pass has taken long; at first, it begins to measure that. */
  get isLong(): boolean {
    this.#slice ??= new Slice();
    return this.#slice.isOver;
  }

  suspend(): never {
    throw new Suspension(yieldToEventLoop);
  }

  /** Suspends the evaluation until another thread has performed the call. */
  suspendFor({ number, ...before }: Begun, call: LongCall): never {
    this.scope ??= new Map();
    const { scope } = this;
    const [cost, done] = [this.cost - before.cost, workDone() - before.work];
    const kept = call.then(({ value, work }) => {
      scope.set(number, new Kept({ value, cost, work: done + work, next: number + 1 }));
    });
    throw new Suspension(() => kept);
  }

  /** Returns, or throws, what was kept. */
  recall({ value, cost, work, next }: Kept): CelValue {
    spend(work);
    this.charge(cost);
    this.number = next;
    if (value instanceof CelFailure) throw value;
    return value;
  }

  isLongSince(cost: number, work: number): boolean {
    return this.cost - cost + workDone() - work >= longEffort;
  }

  /** Keeps the result of a loop or call if it took long. */
  keep(begun: Begun, value: CelValue | CelFailure): void {
    if (!this.maySuspend || !this.isLongSince(begun.cost, begun.work)) return;
    const cost = this.cost - begun.cost;
    const work = workDone() - begun.work;
    this.scope ??= new Map();
    this.scope.set(begun.number, new Kept({ value, cost, work, next: this.number }));
    this.suspendIfLong();
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
