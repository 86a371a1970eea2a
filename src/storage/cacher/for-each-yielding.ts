import { type Clock, nextIteration, systemClock } from '../../apimachinery/clock/index.js';

const sliceMilliseconds = 3;

export interface YieldingOptions {
  /** The number of items between two readings of the clock; lower for expensive items. */
  readonly itemsBetweenChecks?: number;
  readonly clock?: Clock;
}

/** Visits items one by one, until `visit` returns false; yields to the event loop if that takes long. */
export async function forEachYielding<Item>(
  items: readonly Item[],
  visit: (item: Item) => unknown,
  { itemsBetweenChecks = 16, clock = systemClock }: YieldingOptions = {},
): Promise<void> {
  let began = clock.monotonic();
  for (let index = 0; index < items.length; index++) {
    if (visit(items[index] as Item) === false) return;
    if (index % itemsBetweenChecks !== 0 || clock.monotonic() - began < sliceMilliseconds) continue;
    await nextIteration(clock);
    began = clock.monotonic();
  }
}
