/**
 * What an evaluation has counted already. The cost of `size()` is one unit however large its argument is, and an
 * expression may call it for each item of a list: long texts and maps are counted once. Forgotten when an evaluation
 * ends; evaluations are synchronous, so there is one at a time.
 */
const texts = new Map<string, number>();
const maps = new Map<object, number>();

/** Shorter ones are counted faster than they are looked up. */
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
