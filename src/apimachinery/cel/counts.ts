/**
 * Cache of sizes for one evaluation. `size()` costs one unit regardless of its argument, and an expression may call it
 * for each item of a list: long texts and maps are counted only once. Cleared when an evaluation ends; evaluation is
 * synchronous, so there is one at a time.
 */
const texts = new Map<string, number>();
const maps = new Map<object, number>();

/** Counting shorter texts is faster than a lookup. */
const longText = 256;
const largeMap = 16;

export function countOfText(text: string, count: (text: string) => number): number {
  if (text.length < longText) return count(text);
  let counted = texts.get(text);
  if (counted === undefined) {
    counted = count(text);
    texts.set(text, counted);
  }
  return counted;
}

/** The number of members of a plain object. */
export function countOfMembers(object: object): number {
  const known = maps.get(object);
  if (known !== undefined) return known;
  const count = Object.keys(object).length;
  if (count > largeMap) maps.set(object, count);
  return count;
}

export function forgetCounts(): void {
  if (texts.size > 0) texts.clear();
  if (maps.size > 0) maps.clear();
}
