// Reproducible random numbers.

/** A separate generator for each part: how often one part draws does not affect another. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = hash(String(seed));
  }

  /** In [0, 1); mulberry32. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer in [0, below). */
  below(below) {
    return Math.floor(this.next() * below);
  }

  /** An integer in [least, most]. */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  /** Some of the items, at least `least` of them. */
  some(items, least = 0) {
    const chosen = items.filter(() => this.chance(0.5));
    while (chosen.length < least) chosen.push(this.pick(items.filter((item) => !chosen.includes(item))));
    return chosen;
  }

  /** By weight: `{ get: 3, list: 1 }` gives get three times of four. */
  weighted(weights) {
    const entries = Object.entries(weights);
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries.at(-1)[0];
  }

  /** Printable text. */
  text(length) {
    let text = '';
    while (text.length < length) text += this.next().toString(36).slice(2);
    return text.slice(0, length);
  }

  fork(name) {
    return new Random(`${this.#state}/${name}`);
  }
}

/** FNV-1a. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
