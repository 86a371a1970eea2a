// Follows vendor/github.com/google/cel-go/common/types/string.go (v1.36)

import { compilePattern } from '../pattern/index.js';
import { CelFailure } from './failure.js';

/** Returns the compiled RE2 pattern. Throws `CelFailure` if the pattern is invalid. */
export function compiledPattern(pattern: string): ReturnType<typeof compilePattern>['expression'] {
  try {
    return compilePattern(pattern).expression;
  } catch (thrown) {
    throw new CelFailure(thrown instanceof Error ? thrown.message : `error parsing regexp: ${pattern}`);
  }
}

/** Whether the pattern matches anywhere in the text. */
export function matchesPattern(text: string, pattern: string): boolean {
  return compiledPattern(pattern).matcher(text).find();
}
