import type { PathElement } from './path-element.js';

export interface Place {
  readonly element: PathElement;
  /** Where the item is in the live list; -1 for items of the applied list. */
  readonly liveIndex: number;
}

/**
 * Which item comes where when a list is applied over another. Items that both have come in the order of the applied
 * list. Items that only one of them has keep their place before the next item that both have; at one place those of the
 * live list come first, except that an item which the live list repeats lets an applied one pass.
 */
export function mergedOrder(live: readonly PathElement[], applied: readonly PathElement[]): Place[] {
  const [inLive, inApplied] = [new Set(live), new Set(applied)];
  const shared = applied.filter((element) => inLive.has(element));
  const places: Place[] = [];
  const placed = new Set<PathElement>();
  let [liveIndex, appliedIndex, nextShared] = [0, 0, 0];
  const placeApplied = (): void => {
    const element = applied[appliedIndex++] as PathElement;
    places.push({ element, liveIndex: -1 });
    placed.add(element);
    if (shared[nextShared] === element) nextShared++;
  };
  while (liveIndex < live.length || appliedIndex < applied.length) {
    const element = live[liveIndex];
    if (element === undefined) placeApplied();
    else if (!inApplied.has(element)) places.push({ element, liveIndex: liveIndex++ });
    else if (element === applied[appliedIndex]) {
      placeApplied();
      liveIndex++;
    } else if (nextShared < shared.length && shared[nextShared] !== element) liveIndex++;
    else {
      if (placed.has(element)) liveIndex++;
      if (appliedIndex < applied.length) placeApplied();
    }
  }
  return places;
}
