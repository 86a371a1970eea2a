import { shouldYield, yieldToEventLoop } from './yielding.js';

/** Work that can be suspended wherever it yields. */
export type Steps<Result> = Generator<undefined, Result>;

/** Work that may yield promises as well: it then continues when they are resolved. */
export type WaitingSteps<Result> = Generator<Promise<void> | undefined, Result>;

/** Values that take about a millisecond. */
const valuesBetweenSteps = 1024;

let visited = 0;

/**
 * Whether a walk over a value should yield: for one of so many calls. Shared by all walks, because only one runs at a
 * time, and it need not be exact.
 */
export function isStepDue(): boolean {
  visited = (visited + 1) % valuesBetweenSteps;
  return visited === 0;
}

/** Runs work that waits for nothing synchronously. */
export function runAtOnce<Result>(steps: WaitingSteps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value) throw new Error('work that is run at once waits for a promise');
  }
}

/** Runs the work; if it takes long, yields to the event loop in between. */
export async function runYielding<Result>(steps: WaitingSteps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value) await value;
    else if (shouldYield()) await yieldToEventLoop();
  }
}
