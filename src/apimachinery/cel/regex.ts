import { RE2JS } from 're2js';
import { CelFailure } from './failure.js';

const MAX_CACHED = 1_000;
const cache = new Map<string, RE2JS>();

/** The compiled RE2 pattern; the most recently used ones are remembered. A failure when it is no pattern. */
export function compiledPattern(pattern: string): RE2JS {
  const known = cache.get(pattern);
  if (known) return known;
  const compiled = compile(pattern);
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
  cache.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (thrown) {
    throw new CelFailure(thrown instanceof Error ? thrown.message : `error parsing regexp: ${pattern}`);
  }
}

/** Whether the pattern occurs anywhere in the text. */
export function matchesPattern(text: string, pattern: string): boolean {
  return compiledPattern(pattern).matcher(text).find();
}
