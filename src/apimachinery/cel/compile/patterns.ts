import { longEffort, type Pattern } from '../../pattern/index.js';
import { matchCost } from '../cost/sizes.js';
import { CelFailure } from '../failure.js';
import { compiledPattern, matchesCompiled, matchesElsewhere } from '../regex.js';
import type { CelValue } from '../values.js';
import type { Code } from './frame.js';
import { keeping } from './invocation.js';

/** `text.matches('pattern')` with a precompiled pattern; undefined if the pattern is not constant or not valid. */
export function constantPatternCode(text: Code, pattern: CelValue | undefined): Code | undefined {
  const compiled = typeof pattern === 'string' ? patternOrUndefined(pattern) : undefined;
  if (!compiled || pattern === undefined) return undefined;
  return (frame) => {
    const value = text(frame) as string;
    if (compiled.effort(value) > longEffort && frame.maySuspend) {
      return keeping(frame, (call) => {
        frame.charge(matchCost(value, pattern));
        return frame.suspendFor(call, matchesElsewhere(value, compiled));
      });
    }
    frame.charge(matchCost(value, pattern));
    return matchesCompiled(value, compiled);
  };
}

function patternOrUndefined(pattern: string): Pattern | undefined {
  try {
    return compiledPattern(pattern);
  } catch (thrown) {
    if (thrown instanceof CelFailure) return undefined;
    throw thrown;
  }
}
