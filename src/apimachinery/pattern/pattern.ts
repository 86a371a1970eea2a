import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { withoutGroupNames } from './group-names.js';

/** Loaded on first use: loading it takes longer than the rest of the server. */
const require = createRequire(import.meta.url);

/** Go accepts several groups of one name, which the library does not; nothing here uses the names. */
function compile(source: string): RE2JS {
  const { RE2JS, RE2JSException } = require('re2js') as typeof import('re2js');
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (!(error instanceof RE2JSException) || !error.message.includes('duplicate capture group name')) throw error;
    return RE2JS.compile(withoutGroupNames(source));
  }
}

/** An RE2 regular expression, which matches in linear time, compiled on first use. */
export class Pattern {
  readonly source: string;
  #compiled: RE2JS | Error | undefined;

  constructor(source: string) {
    this.source = source;
  }

  /** Whether the pattern matches anywhere in the text. An invalid pattern matches nothing. */
  matches(text: string): boolean {
    const compiled = this.#compile();
    return !(compiled instanceof Error) && compiled.test(text);
  }

  /** The maximum number of steps of a match in the text. */
  effort(text: string): number {
    const compiled = this.#compile();
    return compiled instanceof Error ? 0 : compiled.programSize() * text.length;
  }

  /** RE2's error for an invalid pattern; otherwise undefined. */
  get fault(): string | undefined {
    const compiled = this.#compile();
    return compiled instanceof Error ? compiled.message : undefined;
  }

  /** For other operations. Throws RE2's error if the pattern is invalid. */
  get expression(): RE2JS {
    const compiled = this.#compile();
    if (compiled instanceof Error) throw compiled;
    return compiled;
  }

  #compile(): RE2JS | Error {
    if (this.#compiled === undefined) {
      try {
        this.#compiled = compile(this.source);
      } catch (error) {
        this.#compiled = error as Error;
      }
    }
    return this.#compiled;
  }
}

/** A cache of compiled patterns, since few patterns are used often; the oldest are evicted. */
const cache = new Map<string, Pattern>();
/** A compiled pattern takes much more memory than its text, and at least several kilobytes. */
const mostCached = { characters: 200_000, patterns: 500 };
let cachedCharacters = 0;

export function compilePattern(source: string): Pattern {
  const known = cache.get(source);
  if (known) return known;
  const pattern = new Pattern(source);
  cache.set(source, pattern);
  cachedCharacters += source.length + 1;
  for (const oldest of cache.keys()) {
    if (cachedCharacters <= mostCached.characters && cache.size <= mostCached.patterns) break;
    cache.delete(oldest);
    cachedCharacters -= oldest.length + 1;
  }
  return pattern;
}
