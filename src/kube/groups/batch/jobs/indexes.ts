// Follows pkg/apis/batch/validation/validation.go (v1.36)

/** An invalid list of job indexes, such as `0-3,5`. */
export class IndexesError extends Error {
  override readonly name = 'IndexesError';
}

type Interval = readonly [first: number, last: number];

/** Returns the intervals in order. Throws IndexesError. */
export function parseIndexes(text: string, completions: number): Interval[] {
  if (text === '') return [];
  const intervals: Interval[] = [];
  for (const part of text.split(',')) {
    const interval = parseInterval(part, completions);
    const before = intervals.at(-1);
    if (before && before[1] >= interval[0]) throw decreasing(before[1], interval[0]);
    intervals.push(interval);
  }
  return intervals;
}

/** Returns the intervals that are valid by themselves, in the order of the text. */
export function validIntervals(text: string, completions: number): Interval[] {
  if (text === '') return [];
  return text.split(',').flatMap((part) => {
    try {
      return [parseInterval(part, completions)];
    } catch (error) {
      if (error instanceof IndexesError) return [];
      throw error;
    }
  });
}

/** Returns the number of indexes. */
export function countIndexes(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Returns the first common index of two ordered lists; undefined: none. */
export function firstOverlap(one: readonly Interval[], other: readonly Interval[]): number | undefined {
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left]!, other[right]!];
    if (a[0] <= b[1] && b[0] <= a[1]) return Math.max(a[0], b[0]);
    if (a[0] <= b[0]) left++;
    else right++;
  }
  return undefined;
}

function parseInterval(part: string, completions: number): Interval {
  const limits = part.split('-');
  if (limits.length > 2) {
    const rule = "an index interval can have at most two parts separated by '-'";
    throw new IndexesError(`the fragment ${JSON.stringify(part)} violates the requirement that ${rule}`);
  }
  const [first, last = first] = limits.map((text) => parseIndex(text, completions)) as [number, number?];
  if (limits.length === 2 && first >= last) throw decreasing(first, last);
  return [first, last];
}

function parseIndex(text: string, completions: number): number {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    throw new IndexesError(`cannot convert string to integer for index: ${JSON.stringify(text)}`);
  }
  const index = Number(text);
  if (index >= completions) throw new IndexesError(`too large index: ${JSON.stringify(text)}`);
  return index;
}

function decreasing(previous: number, current: number): IndexesError {
  return new IndexesError(`non-increasing order, previous: ${previous}, current: ${current}`);
}
