// Follows pkg/apis/resource/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { duplicates, eachItem } from '../../field-checks.js';

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
  if (!keyOf) return errors;
  const duplicated = duplicates();
  return [...errors, ...eachItem(items, path, (item, place) => duplicated(keyOf(item), place))];
}
