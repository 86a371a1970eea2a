// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36)

import type { JsonValue } from '../meta/index.js';

/** Returns the identity of a list item. */
export type KeyOf = (item: JsonValue) => JsonValue;

export interface Orders {
  /** The order in the patch, which takes precedence. */
  readonly wanted: readonly JsonValue[];
  /** The order before the patch. */
  readonly present: readonly JsonValue[];
  readonly keyOf: KeyOf;
}

/**
 * Sorts the items that the patch names into the wanted order, and puts each other item before the first named item that
 * it preceded before.
 */
export function inOrder(items: readonly JsonValue[], { wanted, present, keyOf }: Orders): JsonValue[] {
  const [wantedPlace, presentPlace] = [placesOf(wanted, keyOf), placesOf(present, keyOf)];
  const named: JsonValue[] = [];
  const others: JsonValue[] = [];
  for (const item of items) (wantedPlace.has(keyOf(item)) ? named : others).push(item);
  sortBy(named, (item) => wantedPlace.get(keyOf(item)));
  sortBy(others, (item) => presentPlace.get(keyOf(item)));

  const result: JsonValue[] = [];
  let next = 0;
  for (const item of named) {
    const place = presentPlace.get(keyOf(item));
    while (next < others.length && comesBefore(presentPlace.get(keyOf(others[next] as JsonValue)), place)) {
      result.push(others[next++] as JsonValue);
    }
    result.push(item);
  }
  return result.concat(others.slice(next));
}

function placesOf(items: readonly JsonValue[], keyOf: KeyOf): ReadonlyMap<JsonValue, number> {
  const places = new Map<JsonValue, number>();
  for (const [place, item] of items.entries()) {
    const key = keyOf(item);
    if (!places.has(key)) places.set(key, place);
  }
  return places;
}

function comesBefore(place: number | undefined, other: number | undefined): boolean {
  return place !== undefined && other !== undefined && place < other;
}

/** Sorts in place; items without a position go last. */
function sortBy(items: JsonValue[], place: (item: JsonValue) => number | undefined): void {
  const last = items.length + 1_000_000_000;
  items.sort((a, b) => (place(a) ?? last) - (place(b) ?? last));
}
