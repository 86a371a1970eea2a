// Follows vendor/github.com/google/cel-go/ext/math.go (v1.36)

import { type CelLibrary, defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import {
  BOOL,
  type CelInt,
  CelUint,
  DOUBLE,
  doubleOf,
  doubleValue,
  INT,
  intOf,
  MAX_UINT64,
  UINT,
  uintOf,
} from '../values.js';
import { extremesFunctions, extremesMacros } from './math-extremes.js';

// ---- doubles

function rounding(name: string, round: (value: number) => number): FunctionDeclaration {
  return defineFunction(
    `math.${name}`,
    overload({
      id: `math_${name}_double`,
      parameters: [DOUBLE],
      result: DOUBLE,
      evaluate: (value) => doubleOf(round(doubleValue(value))),
    }),
  );
}

/** Rounds halves away from zero; JavaScript rounds them up. */
function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

function predicate(name: string, holds: (value: number) => boolean): FunctionDeclaration {
  return defineFunction(
    `math.${name}`,
    overload({
      id: `math_${name}_double`,
      parameters: [DOUBLE],
      result: BOOL,
      evaluate: (value) => holds(doubleValue(value)),
    }),
  );
}

function isInfinite(value: number): boolean {
  return Math.abs(value) === Number.POSITIVE_INFINITY;
}

// ---- numbers

const abs = defineFunction(
  'math.abs',
  overload({
    id: 'math_abs_double',
    parameters: [DOUBLE],
    result: DOUBLE,
    evaluate: (value) => doubleOf(Math.abs(doubleValue(value))),
  }),
  overload({
    id: 'math_abs_int',
    parameters: [INT],
    result: INT,
    evaluate: (value) => (value < 0 ? intOf(-BigInt(value)) : value),
  }),
  overload({ id: 'math_abs_uint', parameters: [UINT], result: UINT, evaluate: (value) => value }),
);

const sign = defineFunction(
  'math.sign',
  overload({
    id: 'math_sign_double',
    parameters: [DOUBLE],
    result: DOUBLE,
    // `+ 0` turns −0 into 0.
    evaluate: (value) => doubleOf(Math.sign(doubleValue(value)) + 0),
  }),
  overload({
    id: 'math_sign_int',
    parameters: [INT],
    result: INT,
    evaluate: (value) => (value < 0 ? -1 : value > 0 ? 1 : 0),
  }),
  overload({
    id: 'math_sign_uint',
    parameters: [UINT],
    result: UINT,
    evaluate: ({ value }) => new CelUint(value === 0n ? 0n : 1n),
  }),
);

const sqrt = defineFunction(
  'math.sqrt',
  overload({
    id: 'math_sqrt_double',
    parameters: [DOUBLE],
    result: DOUBLE,
    evaluate: (value) => doubleOf(Math.sqrt(doubleValue(value))),
  }),
  overload({
    id: 'math_sqrt_int',
    parameters: [INT],
    result: DOUBLE,
    evaluate: (value) => doubleOf(Math.sqrt(Number(value))),
  }),
  overload({
    id: 'math_sqrt_uint',
    parameters: [UINT],
    result: DOUBLE,
    evaluate: ({ value }) => doubleOf(Math.sqrt(Number(value))),
  }),
);

// ---- bits

function bitwise(name: string, combine: (a: bigint, b: bigint) => bigint): FunctionDeclaration {
  return defineFunction(
    `math.${name}`,
    overload({
      id: `math_${name}_int_int`,
      parameters: [INT, INT],
      result: INT,
      evaluate: (a, b) => intOf(combine(BigInt(a), BigInt(b))),
    }),
    overload({
      id: `math_${name}_uint_uint`,
      parameters: [UINT, UINT],
      result: UINT,
      evaluate: (a, b) => uintOf(combine(a.value, b.value)),
    }),
  );
}

const bitNot = defineFunction(
  'math.bitNot',
  overload({
    id: 'math_bitNot_int_int',
    parameters: [INT],
    result: INT,
    evaluate: (value) => intOf(~BigInt(value)),
  }),
  overload({
    id: 'math_bitNot_uint_uint',
    parameters: [UINT],
    result: UINT,
    evaluate: ({ value }) => uintOf(value ^ MAX_UINT64),
  }),
);

/** Shifts the 64 bits as unsigned: a right shift fills with zeros, regardless of the sign. */
function shifting(name: string, shift: (bits: bigint, offset: bigint) => bigint): FunctionDeclaration {
  const shifted = (value: bigint, offset: CelInt): bigint => {
    if (offset < 0) throw new CelFailure(`math.${name}() negative offset: ${offset}`);
    return offset < 64 ? shift(BigInt.asUintN(64, value), BigInt(offset)) : 0n;
  };
  return defineFunction(
    `math.${name}`,
    overload({
      id: `math_${name}_int_int`,
      parameters: [INT, INT],
      result: INT,
      evaluate: (value, offset) => intOf(BigInt.asIntN(64, shifted(BigInt(value), offset))),
    }),
    overload({
      id: `math_${name}_uint_int`,
      parameters: [UINT, INT],
      result: UINT,
      evaluate: ({ value }, offset) => uintOf(BigInt.asUintN(64, shifted(value, offset))),
    }),
  );
}

/** Version 2 of cel-go's math library. Not in any Kubernetes environment. */
export const mathLibrary: CelLibrary = {
  name: 'math',
  macros: extremesMacros,
  functions: () => [
    ...extremesFunctions(),
    rounding('ceil', Math.ceil),
    rounding('floor', Math.floor),
    rounding('round', roundHalfAway),
    rounding('trunc', Math.trunc),
    predicate('isNaN', Number.isNaN),
    predicate('isInf', isInfinite),
    predicate('isFinite', Number.isFinite),
    abs,
    sign,
    sqrt,
    bitwise('bitAnd', (a, b) => a & b),
    bitwise('bitOr', (a, b) => a | b),
    bitwise('bitXor', (a, b) => a ^ b),
    bitNot,
    shifting('bitShiftLeft', (bits, offset) => bits << offset),
    shifting('bitShiftRight', (bits, offset) => bits >> offset),
  ],
};
