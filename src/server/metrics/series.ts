import { NativeBuckets } from './native-buckets.js';

/** A value that only increases. */
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

  /** For totals that are counted elsewhere. */
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

/** Counts observations up to each bound, and their sum. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** Counts per bucket, not cumulative; the last is for values above all bounds. Unset: nothing was observed. */
  #counts: number[] | undefined;
  #sum = 0;
  #native: NativeBuckets | undefined;

  /** `isNative`: observations are counted in buckets of exponential width as well. */
  constructor(bounds: readonly number[], { isNative }: { readonly isNative: boolean }) {
    this.#bounds = bounds;
    if (isNative) this.#native = new NativeBuckets();
  }

  get native(): NativeBuckets | undefined {
    return this.#native;
  }

  get sum(): number {
    return this.#sum;
  }

  /** Searches from the first bucket: most observations are in the lower ones. */
  observe(value: number): void {
    this.observeRepeatedly(value, 1);
  }

  /** As many observations of one value. */
  observeRepeatedly(value: number, times: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && !(value <= bounds[bucket]!)) bucket++;
    this.#counts ??= this.#zeros();
    this.#counts[bucket]! += times;
    this.#sum += value * times;
    this.#native?.observe(value, times);
  }

  reset(): void {
    this.#counts = undefined;
    this.#sum = 0;
    if (this.#native) this.#native = new NativeBuckets();
  }

  /** Returns observations up to each bound, and the total at the end. */
  cumulativeCounts(): number[] {
    const counts = this.#counts?.slice() ?? this.#zeros();
    for (let bucket = 1; bucket < counts.length; bucket++) counts[bucket]! += counts[bucket - 1]!;
    return counts;
  }

  #zeros(): number[] {
    return new Array<number>(this.#bounds.length + 1).fill(0);
  }
}
