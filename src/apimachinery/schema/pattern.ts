import { RE2JS } from 're2js';

/** A regular expression of a schema: RE2, so that no pattern takes more than linear time, compiled on first use. */
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

  #compile(): RE2JS | Error {
    if (this.#compiled === undefined) {
      try {
        this.#compiled = RE2JS.compile(this.source);
      } catch (error) {
        this.#compiled = error as Error;
      }
    }
    return this.#compiled;
  }
}

/** Schemas repeat the same few patterns, so compiled ones are shared; the cache forgets the oldest. */
const cache = new Map<string, Pattern>();
const cacheSize = 1000;

export function compilePattern(source: string): Pattern {
  let pattern = cache.get(source);
  if (pattern === undefined) {
    pattern = new Pattern(source);
    cache.set(source, pattern);
    if (cache.size > cacheSize) cache.delete(cache.keys().next().value!);
  }
  return pattern;
}
