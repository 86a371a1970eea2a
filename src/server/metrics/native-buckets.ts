// Follows vendor/github.com/prometheus/client_golang/prometheus/histogram.go (v1.36)

/** Buckets per power of two, as a power of two: each bucket is at most 10 % wider than the one before. */
const initialSchema = 3;
const maxBuckets = 160;

/** A run of buckets: how many are skipped before it, and its counts. */
interface BucketSpan {
  readonly offset: number;
  readonly counts: readonly number[];
}

/** A native histogram: buckets of exponential width, of which only those with observations exist. */
export class NativeBuckets {
  #positive = new Map<number, number>();
  #negative = new Map<number, number>();
  #schema = initialSchema;
  #zeroCount = 0;

  get schema(): number {
    return this.#schema;
  }

  get zeroCount(): number {
    return this.#zeroCount;
  }

  observe(value: number, times: number): void {
    if (Number.isNaN(value)) return;
    if (value === 0) {
      this.#zeroCount += times;
      return;
    }
    const counts = value > 0 ? this.#positive : this.#negative;
    const index = bucketOf(Math.abs(value), this.#schema);
    counts.set(index, (counts.get(index) ?? 0) + times);
    while (this.#positive.size + this.#negative.size > maxBuckets) this.#widen();
  }

  positiveSpans(): readonly BucketSpan[] {
    return spansOf(this.#positive);
  }

  negativeSpans(): readonly BucketSpan[] {
    return spansOf(this.#negative);
  }

  /** Merges each two buckets into one. */
  #widen(): void {
    this.#positive = merged(this.#positive);
    this.#negative = merged(this.#negative);
    this.#schema--;
  }
}

function merged(counts: ReadonlyMap<number, number>): Map<number, number> {
  const result = new Map<number, number>();
  for (const [index, count] of counts) {
    const wider = Math.ceil(index / 2);
    result.set(wider, (result.get(wider) ?? 0) + count);
  }
  return result;
}

/** Bucket i holds values up to 2^(i / 2^schema), and above the bound of the one before. */
function bucketOf(value: number, schema: number): number {
  const perPower = 2 ** schema;
  const boundOf = (index: number): number => 2 ** (index / perPower);
  let index = Math.ceil(Math.log2(value) * perPower);
  // The logarithm is rounded.
  while (value > boundOf(index) && Number.isFinite(value)) index++;
  while (value <= boundOf(index - 1)) index--;
  return Number.isFinite(index) ? index : 1024 * perPower + 1;
}

/** Gaps of one or two buckets are part of a span, with counts of zero. */
function spansOf(counts: ReadonlyMap<number, number>): readonly BucketSpan[] {
  const spans: { offset: number; counts: number[] }[] = [];
  let next = 0;
  for (const index of [...counts.keys()].sort((a, b) => a - b)) {
    const gap = index - next;
    const last = spans.at(-1);
    if (last && gap <= 2) last.counts.push(...new Array<number>(gap).fill(0), counts.get(index)!);
    else spans.push({ offset: gap, counts: [counts.get(index)!] });
    next = index + 1;
  }
  return spans;
}
