// Follows vendor/github.com/google/cel-go/ext/lists.go (v1.36)

import { CelFailure, noSuchOverload } from '../failure.js';
import { isNumeric, numericCompare } from '../numbers.js';
import { compareText } from '../text.js';
import type { CelType } from '../types.js';
import {
  BOOL,
  BYTES,
  CelDuration,
  CelTimestamp,
  type CelValue,
  DOUBLE,
  DURATION,
  INT,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from '../values.js';

/** The types with an order, by their names in Kubernetes' overload ids. */
export const COMPARABLE: readonly { readonly name: string; readonly type: CelType<CelValue> }[] = [
  { name: 'int', type: INT as CelType<CelValue> },
  { name: 'uint', type: UINT as CelType<CelValue> },
  { name: 'double', type: DOUBLE as CelType<CelValue> },
  { name: 'bool', type: BOOL as CelType<CelValue> },
  { name: 'duration', type: DURATION as CelType<CelValue> },
  { name: 'timestamp', type: TIMESTAMP as CelType<CelValue> },
  { name: 'string', type: STRING as CelType<CelValue> },
  { name: 'bytes', type: BYTES as CelType<CelValue> },
];

/** Negative, zero or positive; NaN if the values are not ordered. Numbers of all types can be compared. */
export function compareValues(a: CelValue, b: CelValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (isNumeric(a) && isNumeric(b)) return numericCompare(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  const areTimes =
    (a instanceof CelTimestamp && b instanceof CelTimestamp) || (a instanceof CelDuration && b instanceof CelDuration);
  if (!areTimes) throw noSuchOverload();
  const [left, right] = [(a as CelTimestamp).nanoseconds, (b as CelTimestamp).nanoseconds];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Sorts the items by their keys, which must be of one comparable type. */
export function sortedByKeys(items: readonly CelValue[], keys: readonly CelValue[]): CelValue[] {
  const first = keys[0];
  if (first === undefined) return [];
  const type = typeOf(first);
  if (!COMPARABLE.some((comparable) => comparable.type === type)) {
    throw new CelFailure('list elements must be comparable');
  }
  if (keys.some((key) => typeOf(key) !== type)) throw new CelFailure('list elements must have the same type');
  return items
    .map((item, index) => ({ item, key: keys[index]! }))
    .sort((a, b) => compareValues(a.key, b.key) || 0)
    .map(({ item }) => item);
}
