export interface Buckets {
  readonly counts: readonly number[];
  readonly first: number;
  readonly last: number;
  /** The bucket of a time; the nearest one, if it is outside. */
  readonly indexOf: (time: number) => number;
}

const maxBuckets = 60;

/** How many of the times are in each of up to sixty equal parts of the span between the first and the last. */
export function buckets(times: readonly number[]): Buckets {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  // Times of objects have seconds.
  const number = Math.max(1, Math.min(maxBuckets, Math.ceil((last - first) / 1000) + 1));
  const length = Math.max(1, last - first) / number;
  const indexOf = (time: number) => Math.max(0, Math.min(number - 1, Math.floor((time - first) / length)));
  const counts = Array.from({ length: number }, () => 0);
  for (const time of times) counts[indexOf(time)]!++;
  return { counts, first, last, indexOf };
}
