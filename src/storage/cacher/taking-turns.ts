import { type Clock, nextTurn, systemClock } from '../../apimachinery/clock/index.js';

const turnMilliseconds = 10;

export interface TakingTurnsOptions {
  /** How many items to visit between two looks at the clock; fewer for expensive items. */
  readonly itemsBetweenLooks?: number;
  readonly clock?: Clock;
}

/** Visits items one by one; yields to the event loop if that takes long. */
export async function takingTurns<Item>(
  items: readonly Item[],
  visit: (item: Item) => void,
  { itemsBetweenLooks = 16, clock = systemClock }: TakingTurnsOptions = {},
): Promise<void> {
  let began = clock.monotonic();
  for (const [index, item] of items.entries()) {
    visit(item);
    if (index % itemsBetweenLooks !== 0 || clock.monotonic() - began < turnMilliseconds) continue;
    await nextTurn(clock);
    began = clock.monotonic();
  }
}
