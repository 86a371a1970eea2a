import { isTurnLong, leaveTurn } from './turn.js';

/** Work that can be suspended wherever it yields. */
export type Steps<Result> = Generator<void, Result>;

/** Runs the work synchronously. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the work; if it takes long, yields to the event loop in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (isTurnLong()) await leaveTurn();
  }
}
