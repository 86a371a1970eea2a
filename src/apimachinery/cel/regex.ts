// Follows vendor/github.com/google/cel-go/common/types/string.go (v1.36)

import { compilePattern, matchInThread, type Pattern } from '../pattern/index.js';
import { spend } from './budget.js';
import { CelFailure } from './failure.js';
import type { LongCall } from './suspension.js';

/** Returns the compiled RE2 pattern. Throws `CelFailure` if the pattern is invalid. */
export function compiledPattern(source: string): Pattern {
  const pattern = compilePattern(source);
  if (pattern.fault !== undefined) throw new CelFailure(pattern.fault);
  return pattern;
}

/**
 * A character and an instruction of the pattern, which may be many times as long as the pattern if that counts
 * repetitions. The cost model does not know them; what it allows for other patterns is never refused.
 */
const matchesPerStep = 50;

/** Whole numbers are cheaper to count. */
function stepsOf(text: string, pattern: Pattern): number {
  return Math.ceil(pattern.effort(text) / matchesPerStep);
}

/** Whether the pattern matches anywhere in the text. */
export function matchesPattern(text: string, pattern: string): boolean {
  return matchesCompiled(text, compiledPattern(pattern));
}

export function matchesCompiled(text: string, pattern: Pattern): boolean {
  spend(stepsOf(text, pattern));
  return pattern.matches(text);
}

/** The same in another thread. */
export function matchesElsewhere(text: string, pattern: Pattern): LongCall {
  spend(stepsOf(text, pattern));
  return matchInThread(pattern.source, [text]).then(([value]) => ({ value: value!, work: 0 }));
}
