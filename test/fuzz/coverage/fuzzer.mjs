// Calls a target with inputs that grow out of each other: whatever reaches a branch that none before it has, or reaches one
// more often, is kept and changed further.
import { Mutator } from './mutate.mjs';

/** A call that takes longer, thrice in a row, is a flaw. */
const slowMilliseconds = 200;

/** How often a branch was taken matters by its order of magnitude: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, more. */
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
  /** Each reaches something that those before it do not. */
  corpus = [];
  executions = 0;

  /** `trims`: whether inputs that are kept are cut down first, which pays in long runs. */
  constructor({ target, branches, random, trims = true }) {
    this.#trims = trims;
    this.#target = target;
    this.#branches = branches;
    this.#words = new Uint32Array(branches.buffer, branches.byteOffset, branches.length >> 2);
    this.#seen = new Uint8Array(branches.length);
    this.#random = random;
    this.#mutator = new Mutator({ random, tokens: target.tokens, maxBytes: target.maxBytes ?? 2048 });
  }

  /** How many branches have been reached. */
  get reached() {
    return this.#seen.reduce((count, bits) => count + (bits > 0 ? 1 : 0), 0);
  }

  /** Gives the flaw that the input shows, if it does; keeps the input if it shows something new. */
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
    // What was found last is what leads on.
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

  /** A shorter input with the same flaw. */
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

  /** What is left of an input when all that its news do not need is taken away: changes then hit what matters. */
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

  /** What the last call has reached and none before it. */
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
