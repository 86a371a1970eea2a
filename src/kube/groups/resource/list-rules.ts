// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { eachItem } from '../../field-checks.js';

export interface ListRules<Item> {
  readonly max?: number;
  readonly check: (item: Item, path: FieldPath) => FieldError[];
  /** Key by which items must be unique. */
  readonly keyOf?: (item: Item) => string;
}

/** Validates a list with a maximum length; items of longer lists are not validated. */
export function validateList<Item>(
  items: readonly Item[] | undefined,
  path: FieldPath,
  { max = Number.POSITIVE_INFINITY, check, keyOf }: ListRules<Item>,
): FieldError[] {
  const count = items?.length ?? 0;
  if (count > max) return [path.tooMany(count, max)];
  const errors = eachItem(items, path, check);
  return keyOf ? [...errors, ...duplicates(items ?? [], path, keyOf)] : errors;
}

function duplicates<Item>(items: readonly Item[], path: FieldPath, keyOf: (item: Item) => string): FieldError[] {
  const seen = new Set<string>();
  return eachItem(items, path, (item, place) => {
    const key = keyOf(item);
    if (seen.has(key)) return [place.duplicate(key)];
    seen.add(key);
    return [];
  });
}
