/** Only goes up. */
export class Counter {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  increment(): void {
    this.#value += 1;
  }

  add(amount: number): void {
    if (amount > 0) this.#value += amount;
  }

  /** For totals that somebody else counts. */
  raiseTo(total: number): void {
    if (total > this.#value) this.#value = total;
  }

  reset(): void {
    this.#value = 0;
  }
}

export class Gauge {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  set(value: number): void {
    this.#value = value;
  }

  increment(): void {
    this.#value += 1;
  }

  decrement(): void {
    this.#value -= 1;
  }
}

/** How many observations were at most each of the bounds, and their sum. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** Of each bucket alone; the last is that of values above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  get sum(): number {
    return this.#sum;
  }

  /** From the first: most of what is observed is in the lower buckets. */
  observe(value: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && !(value <= bounds[bucket]!)) bucket++;
    this.#counts[bucket]! += 1;
    this.#sum += value;
  }

  reset(): void {
    this.#counts.fill(0);
    this.#sum = 0;
  }

  /** Observations up to each bound, and of all in the end. */
  cumulativeCounts(): Float64Array {
    const counts = this.#counts.slice();
    for (let bucket = 1; bucket < counts.length; bucket++) counts[bucket]! += counts[bucket - 1]!;
    return counts;
  }
}
