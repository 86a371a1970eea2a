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

/** Part of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const ignore = () => {};

/** An RE2 regular expression, which matches in linear time, compiled on first use. */
export class Pattern {
  readonly source: string;
  #compiled: RE2JS | Error | undefined;
  /** The number of instructions. */
  #size = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Whether the pattern matches anywhere in the text. An invalid pattern matches nothing. */
  matches(text: string): boolean {
    const compiled = this.#compile();
    // Faster than `test`, which builds an automaton: for short texts, and for patterns with large ones.
    return !(compiled instanceof Error) && compiled.matcher(text).find();
  }

  /** The maximum number of steps of a match in the text; none if the pattern is invalid. */
  effort(text: string): number {
    this.#compile();
    return this.#size * text.length;
  }

  /** RE2's error for an invalid pattern; otherwise undefined. */
  get fault(): string | undefined {
    const compiled = this.#compile();
    return compiled instanceof Error ? compiled.message : undefined;
  }

  /** Where the pattern first matches in the text; undefined: nowhere. */
  find(text: string): Place | undefined {
    return this.findAll(text).next().value;
  }

  /**
   * Where the pattern matches in the text, in order. As in Go, an empty match right after a match does not count.
   * `onMatch` is called with the start of each one, counted or not.
   */
  *findAll(text: string, onMatch: (start: number) => void = ignore): Generator<Place, undefined> {
    const compiled = this.#compile();
    if (compiled instanceof Error) return;
    const matcher = compiled.matcher(text);
    let previousEnd = -1;
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      onMatch(start);
      if (start < end || start !== previousEnd) yield { start, end };
      previousEnd = end;
    }
  }

  #compile(): RE2JS | Error {
    if (this.#compiled === undefined) {
      try {
        this.#compiled = compile(this.source);
        this.#size = this.#compiled.programSize();
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
