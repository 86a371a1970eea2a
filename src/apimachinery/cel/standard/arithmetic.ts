// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import { type CallEstimate, type CallSite, ONE, plus, STRING_TRAVERSAL_FACTOR, traversal } from '../cost/estimates.js';
import { sizeOf } from '../cost/sizes.js';
import { defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { type CelList, listPlus } from '../lists.js';
import {
  intAdd,
  intDivide,
  intModulo,
  intMultiply,
  intNegate,
  intSubtract,
  uintDivide,
  uintModulo,
} from '../numbers.js';
import { durationOf, moveTimestamp } from '../time.js';
import { type CelType, listOf, typeParameter } from '../types.js';
import {
  BYTES,
  type CelValue,
  DOUBLE,
  DURATION,
  doubleOf,
  doubleValue,
  INT,
  STRING,
  TIMESTAMP,
  UINT,
  uintOf,
} from '../values.js';

const LIST_OF_A = listOf(typeParameter('A')) as CelType<CelList>;

/** In the worst case a new string is allocated and both are copied. */
const concatenation = {
  cost: (left: CelValue, right: CelValue) => Math.ceil((sizeOf(left) + sizeOf(right)) * STRING_TRAVERSAL_FACTOR),
  estimate: ({ operands: [left, right] }: CallSite): CallEstimate => {
    const resultSize = plus(left!.size, right!.size);
    return { cost: traversal(resultSize), resultSize };
  },
};

export const arithmetic = (): readonly FunctionDeclaration[] => [
  defineFunction(
    '_+_',
    overload({
      id: 'add_bytes',
      parameters: [BYTES, BYTES],
      result: BYTES,
      evaluate: (a, b) => Buffer.concat([a, b]),
      ...concatenation,
    }),
    overload({
      id: 'add_double',
      parameters: [DOUBLE, DOUBLE],
      result: DOUBLE,
      evaluate: (a, b) => doubleOf(doubleValue(a) + doubleValue(b)),
    }),
    overload({
      id: 'add_duration_duration',
      parameters: [DURATION, DURATION],
      result: DURATION,
      evaluate: (a, b) => durationOf(a.nanoseconds + b.nanoseconds),
    }),
    overload({
      id: 'add_duration_timestamp',
      parameters: [DURATION, TIMESTAMP],
      result: TIMESTAMP,
      evaluate: (by, timestamp) => moveTimestamp(timestamp, by.nanoseconds),
    }),
    overload({
      id: 'add_timestamp_duration',
      parameters: [TIMESTAMP, DURATION],
      result: TIMESTAMP,
      evaluate: (timestamp, by) => moveTimestamp(timestamp, by.nanoseconds),
    }),
    overload({ id: 'add_int64', parameters: [INT, INT], result: INT, evaluate: intAdd }),
    overload({
      id: 'add_list',
      parameters: [LIST_OF_A, LIST_OF_A],
      result: LIST_OF_A,
      evaluate: listPlus,
      // Constant: concatenation does not copy lists.
      estimate: ({ operands: [left, right] }) => ({ cost: ONE, resultSize: plus(left!.size, right!.size) }),
    }),
    overload({
      id: 'add_string',
      parameters: [STRING, STRING],
      result: STRING,
      evaluate: (a, b) => a + b,
      ...concatenation,
    }),
    overload({
      id: 'add_uint64',
      parameters: [UINT, UINT],
      result: UINT,
      evaluate: (a, b) => uintOf(a.value + b.value),
    }),
  ),
  defineFunction(
    '_-_',
    overload({
      id: 'subtract_double',
      parameters: [DOUBLE, DOUBLE],
      result: DOUBLE,
      evaluate: (a, b) => doubleOf(doubleValue(a) - doubleValue(b)),
    }),
    overload({
      id: 'subtract_duration_duration',
      parameters: [DURATION, DURATION],
      result: DURATION,
      evaluate: (a, b) => durationOf(a.nanoseconds - b.nanoseconds),
    }),
    overload({ id: 'subtract_int64', parameters: [INT, INT], result: INT, evaluate: intSubtract }),
    overload({
      id: 'subtract_timestamp_duration',
      parameters: [TIMESTAMP, DURATION],
      result: TIMESTAMP,
      evaluate: (timestamp, by) => moveTimestamp(timestamp, -by.nanoseconds),
    }),
    overload({
      id: 'subtract_timestamp_timestamp',
      parameters: [TIMESTAMP, TIMESTAMP],
      result: DURATION,
      evaluate: (a, b) => durationOf(a.nanoseconds - b.nanoseconds),
    }),
    overload({
      id: 'subtract_uint64',
      parameters: [UINT, UINT],
      result: UINT,
      evaluate: (a, b) => uintOf(a.value - b.value),
    }),
  ),
  defineFunction(
    '_*_',
    overload({
      id: 'multiply_double',
      parameters: [DOUBLE, DOUBLE],
      result: DOUBLE,
      evaluate: (a, b) => doubleOf(doubleValue(a) * doubleValue(b)),
    }),
    overload({ id: 'multiply_int64', parameters: [INT, INT], result: INT, evaluate: intMultiply }),
    overload({
      id: 'multiply_uint64',
      parameters: [UINT, UINT],
      result: UINT,
      evaluate: (a, b) => uintOf(a.value * b.value),
    }),
  ),
  defineFunction(
    '_/_',
    overload({
      id: 'divide_double',
      parameters: [DOUBLE, DOUBLE],
      result: DOUBLE,
      evaluate: (a, b) => doubleOf(doubleValue(a) / doubleValue(b)),
    }),
    overload({ id: 'divide_int64', parameters: [INT, INT], result: INT, evaluate: intDivide }),
    overload({ id: 'divide_uint64', parameters: [UINT, UINT], result: UINT, evaluate: uintDivide }),
  ),
  defineFunction(
    '_%_',
    overload({ id: 'modulo_int64', parameters: [INT, INT], result: INT, evaluate: intModulo }),
    overload({ id: 'modulo_uint64', parameters: [UINT, UINT], result: UINT, evaluate: uintModulo }),
  ),
  defineFunction(
    '-_',
    overload({
      id: 'negate_double',
      parameters: [DOUBLE],
      result: DOUBLE,
      evaluate: (value) => doubleOf(-doubleValue(value)),
    }),
    overload({ id: 'negate_int64', parameters: [INT], result: INT, evaluate: intNegate }),
  ),
];
