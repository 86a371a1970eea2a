/** Pseudo-random numbers from a seed (128-bit xorshift). */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = new Uint32Array([seed ^ 0x9e3779b9, 0x243f6a88, 0xb7e15162, seed + 0x6c62272e]);
    for (let round = 0; round < 16; round++) this.#next();
  }

  /** In [0, limit). */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** Both bounds inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** In [0, 1). */
  readonly fraction = (): number => this.#next() / 0x1_0000_0000;

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to pick from');
    return items[this.below(items.length)]!;
  }

  #next(): number {
    const state = this.#state;
    let mixed = state[3]!;
    mixed ^= mixed << 11;
    mixed ^= mixed >>> 8;
    state[3] = state[2]!;
    state[2] = state[1]!;
    state[1] = state[0]!;
    mixed ^= state[0]! ^ (state[0]! >>> 19);
    state[0] = mixed;
    return mixed >>> 0;
  }
}
