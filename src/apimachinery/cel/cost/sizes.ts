// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/library/cost.go (v1.36)

import { spend } from '../budget.js';
import { isList, listItem, listSize } from '../lists.js';
import { isMap, mapGet, mapKeys, mapSize } from '../maps.js';
import { CelOptional, type CelValue } from '../values.js';
import { REGEX_FACTOR, STRING_TRAVERSAL_FACTOR } from './estimates.js';

/**
 * The size of a value for costs. Counts UTF-16 code units of strings, because counting code points takes linear time.
 */
export function sizeOf(value: CelValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (isList(value)) return listSize(value);
  if (value instanceof Uint8Array) return value.length;
  if (isMap(value)) return mapSize(value);
  return value instanceof CelOptional && value.hasValue ? sizeOf(value.value) : 1;
}

/** The cost of traversing every character of the value once. */
export function traversalCost(value: CelValue): number {
  return Math.ceil(sizeOf(value) * STRING_TRAVERSAL_FACTOR);
}

/** The cost of comparing two values: bounded by the smaller one. */
export function comparisonCost(a: CelValue, b: CelValue): number {
  return Math.ceil(Math.min(sizeOf(a), sizeOf(b)) * STRING_TRAVERSAL_FACTOR);
}

/** The cost of matching a compiled pattern against the text. */
export function matchCost(text: CelValue, pattern: CelValue): number {
  return Math.ceil((1 + sizeOf(text)) * STRING_TRAVERSAL_FACTOR) * Math.ceil(sizeOf(pattern) * REGEX_FACTOR);
}

/** Upstream does not charge for compiling a pattern; patterns up to this length are free here too. */
const FREE_PATTERN_LENGTH = 256;
const COMPILATION_FACTOR = 10;

/** Like `matchCost`, if the pattern may have to be compiled first. */
export function regexCost(text: CelValue, pattern: CelValue): number {
  return matchCost(text, pattern) + Math.max(0, sizeOf(pattern) - FREE_PATTERN_LENGTH) * COMPILATION_FACTOR;
}

/** The cost of visiting a whole tree of lists, maps and strings. */
export function treeCost(value: CelValue): number {
  spend(1);
  if (typeof value === 'string' || value instanceof Uint8Array)
    return Math.floor(value.length * STRING_TRAVERSAL_FACTOR);
  if (isList(value)) {
    let cost = 0;
    for (let index = 0; index < listSize(value); index++) cost += treeCost(listItem(value, index));
    return cost;
  }
  if (!isMap(value)) return 1;
  return mapKeys(value).reduce((cost: number, key) => cost + treeCost(key) + treeCost(mapGet(value, key)!), 0);
}
