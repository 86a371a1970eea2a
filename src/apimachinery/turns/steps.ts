import { isTurnLong, leaveTurn } from './turn.js';

/** Work that can be left off wherever it yields. */
export type Steps<Result> = Generator<void, Result>;

/** Does the work in one go. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the work; where it takes long, others have their turn in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (isTurnLong()) await leaveTurn();
  }
}
