// Coverage-guided fuzzing: an input that reaches a new branch, or reaches one more often, is kept and mutated further.
import { Mutator } from './mutate.mjs';

/** A call that exceeds this three times in a row is a bug. */
const slowMilliseconds = 200;

/** Hit counts are compared by order of magnitude: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, more. */
const magnitudes = Uint8Array.from({ length: 256 }, (_none, count) => {
  if (count < 4) return [0, 1, 2, 4][count];
  return count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
});

export class Fuzzer {
  #target;
  #branches;
  #words;
  #seen;
  #mutator;
  #random;
  #trims;
  /** Invariant: each input reaches something that the earlier ones do not. */
  corpus = [];
  executions = 0;

  /** `trims`: whether kept inputs are minimised first, which pays off in long runs. */
  constructor({ target, branches, random, trims = true }) {
    this.#trims = trims;
    this.#target = target;
    this.#branches = branches;
    this.#words = new Uint32Array(branches.buffer, branches.byteOffset, branches.length >> 2);
    this.#seen = new Uint8Array(branches.length);
    this.#random = random;
    this.#mutator = new Mutator({ random, tokens: target.tokens, maxBytes: target.maxBytes ?? 2048 });
  }

  /** The number of branches reached. */
  get reached() {
    return this.#seen.reduce((count, bits) => count + (bits > 0 ? 1 : 0), 0);
  }

  /** Returns the bug that the input triggers, if any; keeps the input if it reaches something new. */
  try(input) {
    this.#branches.fill(0);
    this.executions++;
    const flaw = this.flawOf(input);
    const news = flaw ? [] : this.#news();
    if (news.length > 0 || (!flaw && this.corpus.length === 0)) {
      this.corpus.push(this.#trims ? this.#trimmed(input, news) : input);
    }
    return flaw;
  }

  step() {
    const { corpus } = this;
    // Prefer recent inputs: they are the most promising.
    const from = this.#random.chance(0.5) ? Math.max(0, corpus.length - 8) : 0;
    const parent = corpus[from + this.#random.below(corpus.length - from)];
    const input = this.#mutator.mutate(parent, corpus);
    const flaw = this.try(input);
    return flaw && { input, flaw };
  }

  flawOf(input) {
    for (let attempt = 0; ; attempt++) {
      const began = performance.now();
      try {
        this.#target.check(Buffer.from(input));
      } catch (error) {
        return error;
      }
      const milliseconds = performance.now() - began;
      if (milliseconds < slowMilliseconds) return undefined;
      if (attempt === 2) return new Error(`slow: ${milliseconds.toFixed(0)} ms for ${input.length} bytes`);
    }
  }

  /** Returns a shorter input with the same bug. */
  minimise(input, flaw) {
    const isSame = (other) => other && kindOf(other) === kindOf(flaw);
    let smallest = input;
    for (let size = input.length >> 1; size >= 1; size >>= 1) {
      for (let start = 0; start + size <= smallest.length; ) {
        const shorter = Buffer.concat([smallest.subarray(0, start), smallest.subarray(start + size)]);
        if (isSame(this.flawOf(shorter))) smallest = shorter;
        else start += size;
      }
    }
    return smallest;
  }

  /** Removes everything from an input that its new coverage does not need, so that mutations hit what matters. */
  #trimmed(input, news) {
    let shortest = input;
    const isEnough = (bytes) => {
      this.#branches.fill(0);
      this.executions++;
      if (this.flawOf(bytes)) return false;
      return news.every(({ index, bits }) => magnitudes[this.#branches[index]] === bits);
    };
    for (let size = input.length >> 1; size >= 1; size >>= 1) {
      const most = Math.min(shortest.length, size * 16);
      for (let start = 0; start + size <= most && start + size <= shortest.length; ) {
        const shorter = Buffer.concat([shortest.subarray(0, start), shortest.subarray(start + size)]);
        if (isEnough(shorter)) shortest = shorter;
        else start += size;
      }
    }
    return shortest;
  }

  /** What the last call reached and no earlier one did. */
  #news() {
    const news = [];
    for (let word = 0; word < this.#words.length; word++) {
      if (this.#words[word] === 0) continue;
      for (let index = word * 4; index < word * 4 + 4; index++) {
        const bits = magnitudes[this.#branches[index]];
        if ((this.#seen[index] | bits) === this.#seen[index]) continue;
        this.#seen[index] |= bits;
        news.push({ index, bits });
      }
    }
    return news;
  }
}

/** Numbers and quoted texts differ from input to input. */
export function kindOf(error) {
  return `${error.name} ${String(error.message).replace(/\d+|"[^"]*"|'[^']*'/g, '')}`.slice(0, 60);
}
