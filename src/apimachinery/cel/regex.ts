// Follows vendor/github.com/google/cel-go/common/types/string.go (v1.36)

import { compilePattern } from '../pattern/index.js';
import { spend } from './budget.js';
import { CelFailure } from './failure.js';

/** Returns the compiled RE2 pattern. Throws `CelFailure` if the pattern is invalid. */
export function compiledPattern(pattern: string): ReturnType<typeof compilePattern>['expression'] {
  try {
    return compilePattern(pattern).expression;
  } catch (thrown) {
    throw new CelFailure(thrown instanceof Error ? thrown.message : `error parsing regexp: ${pattern}`);
  }
}

/** A character can take twenty nanoseconds; the cost model allows ten million. */
const stepsPerCharacter = 2;

/** Whether the pattern matches anywhere in the text. */
export function matchesPattern(text: string, pattern: string): boolean {
  spend(stepsPerCharacter * text.length);
  return compiledPattern(pattern).test(text);
}
