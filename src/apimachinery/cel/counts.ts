/** Sizes by text and object. */
export interface Counts {
  readonly texts: Map<string, number>;
  readonly maps: Map<object, number>;
}

/**
 * Cache of sizes for one evaluation. `size()` costs one unit regardless of its argument, and an expression may call it
 * for each item of a list: long texts and maps are counted only once. Cleared when an evaluation ends; an evaluation
 * that is suspended takes its counts with it.
 */
let counts: Counts = emptyCounts();

/** Counting shorter texts is faster than a lookup. */
const longText = 256;
const largeMap = 16;

export function countOfText(text: string, count: (text: string) => number): number {
  if (text.length < longText) return count(text);
  let counted = counts.texts.get(text);
  if (counted === undefined) {
    counted = count(text);
    counts.texts.set(text, counted);
  }
  return counted;
}

/** The number of members of a plain object. */
export function countOfMembers(object: object): number {
  const known = counts.maps.get(object);
  if (known !== undefined) return known;
  const count = Object.keys(object).length;
  if (count > largeMap) counts.maps.set(object, count);
  return count;
}

export function forgetCounts(): void {
  if (counts.texts.size > 0) counts.texts.clear();
  if (counts.maps.size > 0) counts.maps.clear();
}

/** The counts of the current evaluation, which is suspended. */
export function takeCounts(): Counts {
  const taken = counts;
  counts = emptyCounts();
  return taken;
}

/** Continues with the counts of an evaluation. */
export function restoreCounts(taken: Counts): void {
  counts = taken;
}

function emptyCounts(): Counts {
  return { texts: new Map(), maps: new Map() };
}
