import { isStepDue, type Steps } from './steps.js';

/** Items that are sorted in one step. */
const itemsPerStep = 4096;

/** Sorts a copy: runs of items are sorted one by one, and then merged, two by two. Stable. */
export function* sorting<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  if (items.length <= itemsPerStep) return items.toSorted(compare);
  let sorted: Item[] = [];
  for (let begin = 0; begin < items.length; begin += itemsPerStep) {
    for (const item of items.slice(begin, begin + itemsPerStep).sort(compare)) sorted.push(item);
    yield;
  }
  for (let length = itemsPerStep; length < sorted.length; length *= 2) {
    const merged: Item[] = [];
    for (let begin = 0; begin < sorted.length; begin += 2 * length) {
      yield* merging(merged, sorted, { begin, length, compare });
    }
    sorted = merged;
  }
  return sorted;
}

interface Runs<Item> {
  /** Start of the first run. */
  readonly begin: number;
  /** Of each run; the last one may be shorter. */
  readonly length: number;
  readonly compare: (a: Item, b: Item) => number;
}

function* merging<Item>(merged: Item[], sorted: readonly Item[], { begin, length, compare }: Runs<Item>): Steps<void> {
  const middle = Math.min(begin + length, sorted.length);
  const end = Math.min(middle + length, sorted.length);
  let [left, right] = [begin, middle];
  while (left < middle || right < end) {
    if (isStepDue()) yield;
    const takesLeft = right >= end || (left < middle && compare(sorted[left] as Item, sorted[right] as Item) <= 0);
    merged.push(sorted[takesLeft ? left++ : right++] as Item);
  }
}
