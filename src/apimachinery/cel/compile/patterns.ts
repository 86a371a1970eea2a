import { matchCost } from '../cost/sizes.js';
import { CelFailure } from '../failure.js';
import { compiledPattern } from '../regex.js';
import type { Code } from './frame.js';

/** `text.matches('pattern')` with the pattern compiled beforehand; undefined when it is none, which fails at run time. */
export function constantPatternCode(text: Code, pattern: string): Code | undefined {
  const compiled = patternOrUndefined(pattern);
  if (!compiled) return undefined;
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
