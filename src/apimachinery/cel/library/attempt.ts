import { CelFailure } from '../failure.js';

/** Returns the result, or undefined if a `CelFailure` was thrown. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof CelFailure) return undefined;
    throw thrown;
  }
}
