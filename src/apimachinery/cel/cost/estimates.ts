// Follows vendor/github.com/google/cel-go/checker/cost.go (v1.36)

import type { CelType } from '../types.js';
import type { CelValue } from '../values.js';

/** A range of cost units or sizes. Unbounded: `max: Infinity`. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Number of code points, bytes, list items or map entries. */
export type SizeEstimate = Range;
/** The lowest and the highest cost that an evaluation may have. */
export type CostEstimate = Range;

/** Estimated cost of one call, without its arguments, and size of its result. */
export interface CallEstimate {
  readonly cost: CostEstimate;
  /** Only for results that are a string, bytes, list or map. */
  readonly resultSize?: SizeEstimate;
}

/** A call to estimate. For a member function the first operand is the receiver. */
export interface CallSite {
  readonly operands: readonly Operand[];
}

/** An argument of a call, as cost estimates see it. */
export interface Operand {
  readonly type: CelType;
  readonly size: SizeEstimate;
  /** Size of a list's items, if known. */
  readonly itemSize: SizeEstimate;
  /** Size of a list's items as declared in its schema; unknown for lists that the expression creates. */
  readonly declaredItemSize: SizeEstimate;
  /** Set if the operand is a literal. */
  readonly literal: CelValue | undefined;
}

/** Cost of traversing one character; and of one character of a regular expression. */
export const STRING_TRAVERSAL_FACTOR = 0.1;
export const REGEX_FACTOR = 0.25;
export const LIST_CREATION_COST = 10;
export const MAP_CREATION_COST = 30;
export const OBJECT_CREATION_COST = 40;

/** An estimate without bounds. */
export const UNKNOWN: Range = { min: 0, max: Number.POSITIVE_INFINITY };
export const ZERO: Range = { min: 0, max: 0 };
/** The estimate of a single step. */
export const ONE: Range = { min: 1, max: 1 };

/** An estimate whose bounds are the same. */
export function fixed(value: number): Range {
  return { min: value, max: value };
}

/** The sum of two estimates. */
export function plus(a: Range, b: Range): Range {
  return { min: a.min + b.min, max: a.max + b.max };
}

/** The product of two estimates. */
export function times(a: Range, b: Range): Range {
  return { min: product(a.min, b.min), max: product(a.max, b.max) };
}

/** Rounded up. */
export function scaled(range: Range, factor: number): Range {
  return { min: Math.ceil(range.min * factor), max: Math.ceil(range.max * factor) };
}

/** The estimate that covers two others. */
export function union(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** The cost of traversing every character once. */
export function traversal(size: SizeEstimate): CostEstimate {
  return scaled(size, STRING_TRAVERSAL_FACTOR);
}

/** The cost of matching a pattern of the second size against a text of the first. */
export function regexMatch(text: SizeEstimate, pattern: SizeEstimate): CostEstimate {
  return times(traversal(plus(text, ONE)), scaled(pattern, REGEX_FACTOR));
}

/** Zero times anything is zero, even times infinity. */
function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}
