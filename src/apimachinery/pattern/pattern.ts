import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

/** Loaded with the first pattern: it takes longer to load than all the rest of a server. */
const require = createRequire(import.meta.url);
const compile = (source: string): RE2JS => (require('re2js') as typeof import('re2js')).RE2JS.compile(source);

/** A regular expression: RE2, so that no pattern takes more than linear time, compiled on first use. */
export class Pattern {
  readonly source: string;
  #compiled: RE2JS | Error | undefined;

  constructor(source: string) {
    this.source = source;
  }

  /** Whether the pattern is found anywhere in the text. An invalid pattern matches nothing. */
  matches(text: string): boolean {
    const compiled = this.#compile();
    return !(compiled instanceof Error) && compiled.test(text);
  }

  /** How many steps a match in the text can take at the most. */
  effort(text: string): number {
    const compiled = this.#compile();
    return compiled instanceof Error ? 0 : compiled.programSize() * text.length;
  }

  /** Why RE2 refuses the pattern; undefined if it does not. */
  get fault(): string | undefined {
    const compiled = this.#compile();
    return compiled instanceof Error ? compiled.message : undefined;
  }

  /** For what is not here. Throws RE2's error when the pattern is none. */
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

/** The same few patterns are met again and again, so compiled ones are shared, and the oldest forgotten. */
const cache = new Map<string, Pattern>();
/** A compiled pattern takes much more room than its text, and several kilobytes however short that is. */
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
