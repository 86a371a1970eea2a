import { matchCost } from '../cost/sizes.js';
import { CelFailure } from '../failure.js';
import { compiledPattern } from '../regex.js';
import type { CelValue } from '../values.js';
import type { Code } from './frame.js';

/** `text.matches('pattern')` with a precompiled pattern; undefined if the pattern is not constant or not valid. */
export function constantPatternCode(text: Code, pattern: CelValue | undefined): Code | undefined {
  const compiled = typeof pattern === 'string' ? patternOrUndefined(pattern) : undefined;
  if (!compiled || pattern === undefined) return undefined;
  return (frame) => {
    const value = text(frame) as string;
    frame.charge(matchCost(value, pattern));
    return compiled.matcher(value).find();
  };
}

function patternOrUndefined(pattern: string): ReturnType<typeof compiledPattern> | undefined {
  try {
    return compiledPattern(pattern);
  } catch (thrown) {
    if (thrown instanceof CelFailure) return undefined;
    throw thrown;
  }
}
