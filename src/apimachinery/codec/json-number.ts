import { DecodeError } from './decode-error.js';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/**
 * Returns the value of a well-formed JSON number. Integers are exact if they fit int64, otherwise doubles, as in Go's
 * decoder. A whole number has one representation however it is written (`1e18`, `1000000000000000000`), and zero has no
 * sign.
 */
export function jsonNumber(literal: string): number | bigint {
  const double = Number(literal);
  if (!Number.isFinite(double)) {
    throw new DecodeError(`json: cannot unmarshal number ${literal} into Go value of type float64`);
  }
  if (Number.isSafeInteger(double)) return double === 0 ? 0 : double;
  if (!Number.isInteger(double)) return double;
  const exact = BigInt(/^-?\d+$/.test(literal) ? literal : double);
  return asInteger(exact) ?? double;
}

/** Returns an integer in its `JsonValue` representation; undefined if it does not fit int64. */
export function asInteger(value: bigint): number | bigint | undefined {
  if (value < minInt64 || value > maxInt64) return undefined;
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}
