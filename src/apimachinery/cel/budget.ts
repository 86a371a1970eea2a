import { CelBudgetExceeded } from './failure.js';

/**
 * Work that CEL's cost model does not see (comparing nested lists, flattening concatenations) is bounded here. An
 * evaluation is synchronous, so one counter for the process is enough; it is renewed at each evaluation's beginning.
 */
const WORK_PER_EVALUATION = 5_000_000;
let remaining = WORK_PER_EVALUATION;

export function renewBudget(): void {
  remaining = WORK_PER_EVALUATION;
}

/** The steps that the running evaluation has taken, or the last one took. */
export function workDone(): number {
  return WORK_PER_EVALUATION - remaining;
}

/** Takes `steps` from what the running evaluation may still do. */
export function spend(steps: number): void {
  remaining -= steps;
  if (remaining < 0) throw new CelBudgetExceeded();
}
