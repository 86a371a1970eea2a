// Derives new inputs from old ones.

/** Texts that have broken decoders of all kinds. */
const commonTokens = ['\0', '\xff', '\x80', '"', '\\', '\n', '{', '}', '[', ']', '(', ')', ',', ':', '-', '0', '1e999'];

/** `random`: see test/simulation/engine/random.ts. `others`: inputs to take pieces from. */
export class Mutator {
  constructor({ random, tokens, maxBytes }) {
    this.random = random;
    this.tokens = [...commonTokens, ...tokens].map((token) => Buffer.from(token, 'latin1'));
    this.maxBytes = maxBytes;
  }

  /** Applies one or more mutations. */
  mutate(input, others) {
    let bytes = input;
    // Mostly few, to keep the coverage that was reached.
    const changes = this.random.chance(0.6) ? 1 : 1 << this.random.below(5);
    for (let index = 0; index < changes; index++) bytes = this.#change(bytes, others);
    return bytes.length > this.maxBytes ? bytes.subarray(0, this.maxBytes) : bytes;
  }

  #change(bytes, others) {
    const { random } = this;
    switch (random.below(9)) {
      case 0:
        return this.#withByte(bytes, (byte) => byte ^ (1 << random.below(8)));
      case 1:
        return this.#withByte(bytes, () => random.below(256));
      case 2:
        return this.#withByte(bytes, (byte) => byte + random.between(-3, 3));
      case 3:
        return this.#replaced(bytes, random.between(0, 2), random.pick(this.tokens));
      case 4:
        return this.#replaced(bytes, 0, Buffer.from([random.below(256)]));
      case 5:
        return this.#replaced(bytes, random.between(1, 8), Buffer.alloc(0));
      case 6:
        return this.#replaced(bytes, 0, this.#piece(bytes));
      case 7:
        return this.#replaced(bytes, random.below(8), this.#piece(random.pick(others)));
      default:
        return this.#repeated(bytes);
    }
  }

  #withByte(bytes, change) {
    if (bytes.length === 0) return Buffer.from([this.random.below(256)]);
    const changed = Buffer.from(bytes);
    const index = this.random.below(bytes.length);
    changed[index] = change(changed[index]);
    return changed;
  }

  #replaced(bytes, length, replacement) {
    const start = this.random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, start), replacement, bytes.subarray(start + length)]);
  }

  #piece(bytes) {
    const start = this.random.below(bytes.length + 1);
    return bytes.subarray(start, start + this.random.between(1, 32));
  }

  /** Depth and length determine the cost. */
  #repeated(bytes) {
    const piece = this.#piece(bytes);
    const times = 1 << this.random.below(7);
    return this.#replaced(bytes, 0, Buffer.concat(Array.from({ length: times }, () => piece)));
  }
}
