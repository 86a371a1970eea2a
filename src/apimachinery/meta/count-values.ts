import type { JsonObject, JsonValue } from './json-value.js';

/**
 * How many values large ones were found to have, at least: to enumerate the keys of a wide object takes milliseconds,
 * and would otherwise be repeated for everything that contains it. They may have become smaller since.
 */
const known = new WeakMap<JsonValue[] | JsonObject, number>();
const largeCount = 500;

/** Counts a value and the values in it; ends at the limit, so that large values cost no more than small ones. */
export function countValues(value: JsonValue | undefined, limit: number): number {
  const least = typeof value === 'object' && value !== null ? known.get(value) : undefined;
  return least !== undefined && least >= limit ? limit : count(value, limit);
}

function count(value: JsonValue | undefined, limit: number): number {
  let values = 1;
  if (typeof value !== 'object' || value === null || limit <= 1) return values;
  if (Array.isArray(value)) {
    if (value.length >= limit) return limit;
    for (let index = 0; index < value.length && values < limit; index++) values += count(value[index], limit - values);
  } else {
    for (const key in value) {
      values += count(value[key], limit - values);
      if (values >= limit) break;
    }
  }
  if (values >= largeCount) known.set(value, values);
  return values;
}
