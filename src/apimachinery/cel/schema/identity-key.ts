// Follows staging/src/k8s.io/apiserver/pkg/cel/common/equality.go (v1.36)

import { spend } from '../budget.js';
import { isList, listItems } from '../lists.js';
import { isMap, mapGet, mapKeys } from '../maps.js';
import { CelDuration, CelTimestamp, CelUint, type CelValue, IntegralDouble } from '../values.js';

/** Returns a text that is the same for equal values and differs for unequal ones. */
export function identityKey(value: CelValue): string {
  spend(1);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof IntegralDouble || value instanceof CelUint) return String(value.value);
  if (value instanceof CelTimestamp) return `t${value.nanoseconds}`;
  if (value instanceof CelDuration) return `d${value.nanoseconds}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  // Unambiguous: each kind of value begins in its own way, and ends where JSON would.
  if (isList(value)) return `[${listItems(value).map(identityKey).join()}]`;
  if (!isMap(value)) return 'o';
  const entries = mapKeys(value).map((key) => `${identityKey(key)}:${identityKey(mapGet(value, key)!)}`);
  return `{${entries.sort().join()}}`;
}
