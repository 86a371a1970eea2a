import { CelFailure } from '../failure.js';

/** The result, or undefined where there is none: a `CelFailure` was thrown. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof CelFailure) return undefined;
    throw thrown;
  }
}
