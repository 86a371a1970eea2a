import { CelBudgetExceeded } from './failure.js';

/**
 * Bounds work that CEL's cost model does not count (comparing nested lists, flattening concatenations). Evaluation is
 * synchronous, so one counter per process suffices; it is reset when an evaluation starts.
 */
const WORK_PER_EVALUATION = 5_000_000;
let remaining = WORK_PER_EVALUATION;

/** Begins an evaluation: it may take as many steps as any other. Returns the steps that remained. */
export function renewBudget(): number {
  const before = remaining;
  remaining = WORK_PER_EVALUATION;
  return before;
}

/** Continues the evaluation within which another one was begun. */
export function restoreBudget(before: number): void {
  remaining = before;
}

export function stepsLeft(): number {
  return remaining;
}

/** The steps of the current or last evaluation. */
export function workDone(): number {
  return WORK_PER_EVALUATION - remaining;
}

/** Deducts `steps` from the budget of the current evaluation. */
export function spend(steps: number): void {
  remaining -= steps;
  if (remaining < 0) throw new CelBudgetExceeded();
}
