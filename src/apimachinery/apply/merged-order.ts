// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/merge.go (v1.36)

import type { PathElement } from './path-element.js';

export interface Place {
  readonly element: PathElement;
  /** Index of the item in the live list; -1 for items of the applied list. */
  readonly liveIndex: number;
}

/**
 * Returns the order of items when a list is applied over another. Items of both lists are in the order of the applied
 * list. Items of only one list stay before the next item of both; at the same position those of the live list come
 * first, except that an applied item precedes an item that the live list contains twice.
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
