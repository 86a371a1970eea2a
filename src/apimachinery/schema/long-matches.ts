import { Slice } from '../event-loop/index.js';
import { longEffort, matchInThread, type Pattern } from '../pattern/index.js';

/** What one job of the other thread may have: copying more to it takes milliseconds. */
const maxTexts = 2000;
const maxCharacters = 1024 * 1024;

/**
 * The matches of one validation with patterns. If they take long, the rest of them is postponed: they count as
 * successful at first, and the validation is repeated once another thread has found out.
 */
export class LongMatches {
  readonly #known = new Map<Pattern, Map<string, boolean>>();
  readonly #postponed = new Map<Pattern, Set<string>>();
  #effort = 0;
  /** Begins when the matches of a pass have become many. */
  #slice: Slice | undefined;

  /** Whether the pattern matches the text, which takes at most so many steps. */
  matches(pattern: Pattern, text: string, effort: number): boolean {
    this.#effort += effort;
    if (this.#effort <= longEffort) return pattern.matches(text);
    const results = this.#known.get(pattern) ?? new Map<string, boolean>();
    this.#known.set(pattern, results);
    const known = results.get(text);
    if (known !== undefined) return known;
    this.#slice ??= new Slice();
    if (effort > longEffort || this.#slice.isOver) return this.#postpone(pattern, text);
    const result = pattern.matches(text);
    results.set(text, result);
    return result;
  }

  #postpone(pattern: Pattern, text: string): true {
    const texts = this.#postponed.get(pattern) ?? new Set();
    this.#postponed.set(pattern, texts.add(text));
    return true;
  }

  get arePostponed(): boolean {
    return this.#postponed.size > 0;
  }

  /** Resolves when the validation can be repeated. */
  async resolve(): Promise<void> {
    for (const [pattern, texts] of this.#postponed) await this.#resolve(pattern, [...texts]);
    this.#postponed.clear();
    this.#effort = 0;
    this.#slice = undefined;
  }

  async #resolve(pattern: Pattern, texts: readonly string[]): Promise<void> {
    const results = this.#known.get(pattern)!;
    for (let begin = 0; begin < texts.length; ) {
      const end = endOfJob(texts, begin);
      const job = texts.slice(begin, end);
      const found = await matchInThread(pattern.source, job);
      for (const [index, text] of job.entries()) results.set(text, found[index]!);
      begin = end;
    }
  }
}

function endOfJob(texts: readonly string[], begin: number): number {
  let characters = 0;
  let end = begin;
  while (end < texts.length && end - begin < maxTexts && characters < maxCharacters) characters += texts[end++]!.length;
  return end;
}
