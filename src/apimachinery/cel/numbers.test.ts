import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CelFailure } from './failure.js';
import {
  formatDouble,
  intAdd,
  intDivide,
  intModulo,
  intMultiply,
  intNegate,
  intSubtract,
  numericCompare,
  parseDouble,
} from './numbers.js';
import { type CelInt, doubleOf, IntegralDouble, intOf, MAX_INT64, MIN_INT64, uintOf } from './values.js';

/** Small values, values around the limits of safe integers and of 64 bits, and arbitrary ones. */
const int64 = fc.oneof(
  fc.bigInt({ min: -10n, max: 10n }),
  fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
  fc.bigInt({ min: -(2n ** 53n) - 5n, max: -(2n ** 53n) + 5n }),
  fc.bigInt({ min: MAX_INT64 - 5n, max: MAX_INT64 }),
  fc.bigInt({ min: MIN_INT64, max: MIN_INT64 + 5n }),
  fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }),
);

describe('arithmetic of ints is exact, or fails when the result does not fit 64 bits', () => {
  test.each<[string, (a: CelInt, b: CelInt) => CelInt, (a: bigint, b: bigint) => bigint]>([
    ['+', intAdd, (a, b) => a + b],
    ['-', intSubtract, (a, b) => a - b],
    ['*', intMultiply, (a, b) => a * b],
    ['/', intDivide, (a, b) => a / b],
    ['%', intModulo, (a, b) => a % b],
  ])('%s', (operator, ours, exact) => {
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        const fails = (b === 0n && '/%'.includes(operator)) || (a === MIN_INT64 && b === -1n && operator === '%');
        const wanted = fails ? undefined : exact(a, b);
        if (wanted === undefined || wanted < MIN_INT64 || wanted > MAX_INT64) {
          expect(() => ours(intOf(a), intOf(b))).toThrow();
        } else {
          expectInt(ours(intOf(a), intOf(b)), wanted);
        }
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test('negation', () => {
    expectInt(intNegate(0), 0n);
    expectInt(intNegate(intOf(MAX_INT64)), -MAX_INT64);
    expect(() => intNegate(MIN_INT64)).toThrow();
  });

  /** Expects the value in its only representation. */
  function expectInt(value: CelInt, wanted: bigint): void {
    expect(value).toBe(intOf(wanted));
    expect(Object.is(value, -0)).toBe(false);
  }
});

describe('numbers of different types compare by value', () => {
  test.each([
    [1, uintOf(1n), 0],
    [1, doubleOf(1), 0],
    [1, doubleOf(1.5), -1],
    [-1, uintOf(2n ** 64n - 1n), -1],
    [MAX_INT64, uintOf(2n ** 63n), -1],
    [uintOf(5n), doubleOf(4.5), 1],
    [doubleOf(Number.POSITIVE_INFINITY), MAX_INT64, 1],
  ])('%o and %o', (a, b, order) => {
    expect(numericCompare(a, b)).toBe(order);
    expect(numericCompare(b, a)).toBe(0 - order);
  });

  test('nothing compares with NaN', () => {
    expect(numericCompare(Number.NaN, 1)).toBeNaN();
  });
});

describe('doubles as text', () => {
  test.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [-4.5e-3, '-0.0045'],
    [0.00001, '1e-05'],
    [123456, '123456'],
    [1234567, '1.234567e+06'],
    [6.02214e23, '6.02214e+23'],
    [1e100, '1e+100'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
  ])('%d is %s', (value, text) => {
    expect(formatDouble(doubleOf(value))).toBe(text);
  });

  test.each(['1', '-1.5', '1e3', '.5', '+2', 'inf', '-Infinity', 'NaN'])('%s is read', (text) => {
    expect(() => parseDouble(text)).not.toThrow();
  });

  test.each(['', ' 1', '1 ', '0x10', '1_000', 'one', '--1', '.', 'e5'])('%o is refused', (text) => {
    expect(() => parseDouble(text)).toThrow(expect.any(CelFailure));
  });

  test('an integral double is not an int', () => {
    expect(doubleOf(3)).toBeInstanceOf(IntegralDouble);
    expect(doubleOf(3.5)).toBe(3.5);
    expect(doubleOf(2 ** 60)).toBe(2 ** 60);
  });
});
