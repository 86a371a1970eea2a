import { RE2JS } from 're2js';
import { CelFailure } from './failure.js';

/** A compiled pattern takes much more room than its text, so what is remembered is bounded by that. */
const MAX_CACHED_CHARACTERS = 200_000;
const cache = new Map<string, RE2JS>();
let cachedCharacters = 0;

/** The compiled RE2 pattern; those asked for lately are remembered. A failure when it is no pattern. */
export function compiledPattern(pattern: string): RE2JS {
  const known = cache.get(pattern);
  if (known) return known;
  const compiled = compile(pattern);
  cache.set(pattern, compiled);
  cachedCharacters += pattern.length + 1;
  for (const oldest of cache.keys()) {
    if (cachedCharacters <= MAX_CACHED_CHARACTERS) break;
    cache.delete(oldest);
    cachedCharacters -= oldest.length + 1;
  }
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
