// Follows vendor/github.com/google/cel-go/common/types/overflow.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/compare.go (v1.36)

import { CelFailure, conversionFailure, noSuchOverload } from './failure.js';
import {
  type CelDouble,
  type CelInt,
  CelUint,
  type CelValue,
  doubleOf,
  doubleValue,
  IntegralDouble,
  intOf,
  isDouble,
  MIN_INT64,
  uintOf,
} from './values.js';

export type Numeric = number | bigint | CelUint | IntegralDouble;

export function isNumeric(value: CelValue): value is Numeric {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof IntegralDouble ||
    value instanceof CelUint
  );
}

/**
 * Negative, zero or positive by value, regardless of types; NaN if either is NaN. To compare an integer with a double,
 * it is converted to the nearest double.
 */
export function numericCompare(a: Numeric, b: Numeric): number {
  if (isDouble(a) || isDouble(b)) return order(Number(plainValue(a)), Number(plainValue(b)));
  return order(plainValue(a), plainValue(b));
}

/** JavaScript compares number with bigint by mathematical value. */
function order(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: number and bigint of one value are equal only loosely.
  return a == b ? 0 : Number.NaN;
}

function plainValue(value: Numeric): number | bigint {
  return typeof value === 'object' ? value.value : value;
}

/** The slow path for ints outside the safe range: exact, or a failure. */
function wide(value: CelInt): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw noSuchOverload();
  return BigInt(value);
}

// Fast paths: two safe integers whose result is a safe integer. `+ 0` turns −0, which is not an int, into 0.

export function intAdd(a: CelInt, b: CelInt): CelInt {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return intOf(wide(a) + wide(b));
}

export function intSubtract(a: CelInt, b: CelInt): CelInt {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return intOf(wide(a) - wide(b));
}

export function intMultiply(a: CelInt, b: CelInt): CelInt {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return intOf(wide(a) * wide(b));
}

export function intDivide(a: CelInt, b: CelInt): CelInt {
  if (b === 0) throw new CelFailure('division by zero');
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
  return intOf(wide(a) / wide(b));
}

export function intModulo(a: CelInt, b: CelInt): CelInt {
  if (b === 0) throw new CelFailure('modulus by zero');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  if (a === MIN_INT64 && b === -1) throw new CelFailure('integer overflow');
  return intOf(wide(a) % wide(b));
}

export function intNegate(value: CelInt): CelInt {
  return typeof value === 'number' ? 0 - value : intOf(-value);
}

export function uintDivide(a: CelUint, b: CelUint): CelUint {
  if (b.value === 0n) throw new CelFailure('division by zero');
  return new CelUint(a.value / b.value);
}

export function uintModulo(a: CelUint, b: CelUint): CelUint {
  if (b.value === 0n) throw new CelFailure('modulus by zero');
  return new CelUint(a.value % b.value);
}

const TWO_TO_63 = 2 ** 63;
const TWO_TO_64 = 2 ** 64;

export function doubleToInt(value: CelDouble): CelInt {
  const number = doubleValue(value);
  // ±2^63 are excluded, as in cel-go: doubles near the limit may represent values on either side.
  if (!(number > -TWO_TO_63 && number < TWO_TO_63)) throw new CelFailure('integer overflow');
  return intOf(BigInt(Math.trunc(number)));
}

export function doubleToUint(value: CelDouble): CelUint {
  const number = doubleValue(value);
  if (!(number >= 0 && number < TWO_TO_64)) throw new CelFailure('unsigned integer overflow');
  return uintOf(BigInt(Math.trunc(number)));
}

export function intToDouble(value: CelInt): CelDouble {
  return doubleOf(Number(value));
}

export function parseInt64(text: string): CelInt {
  if (!/^[+-]?[0-9]+$/.test(text) || text.length > 64) throw conversionFailure('int');
  return intOf(BigInt(text.startsWith('+') ? text.slice(1) : text));
}

export function parseUint64(text: string): CelUint {
  if (!/^[0-9]+$/.test(text) || text.length > 64) throw conversionFailure('uint');
  return uintOf(BigInt(text));
}

export function parseDouble(text: string): CelDouble {
  if (/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) return doubleOf(Number(text));
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (!special) throw conversionFailure('double');
  if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Formats a double like CEL's string(), which is Go's %g: `1.5`, `1e+06`, `-0.0045`, `NaN`, `+Inf`. */
export function formatDouble(value: CelDouble): string {
  const number = doubleValue(value);
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? '+Inf' : '-Inf';
  if (Object.is(number, -0)) return '-0';
  const scientific = number.toExponential();
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1));
  if (exponent >= -4 && exponent < 6) return String(number);
  return scientific.replace(/e([+-])(\d)$/, 'e$10$2');
}
