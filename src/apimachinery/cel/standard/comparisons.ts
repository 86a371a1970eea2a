// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import { type CallEstimate, type CallSite, traversal } from '../cost/estimates.js';
import { comparisonCost } from '../cost/sizes.js';
import { defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { celEquals } from '../equality.js';
import { type Numeric, numericCompare } from '../numbers.js';
import type { Overload } from '../syntax/ast.js';
import { compareText } from '../text.js';
import { type CelType, typeParameter } from '../types.js';
import {
  BOOL,
  BYTES,
  type CelDuration,
  type CelTimestamp,
  type CelValue,
  DOUBLE,
  DURATION,
  INT,
  STRING,
  TIMESTAMP,
  UINT,
} from '../values.js';

const bySize = {
  cost: comparisonCost,
  estimate: ({ operands: [left, right] }: CallSite): CallEstimate => {
    const max = Math.min(left!.size.max, right!.size.max);
    return { cost: traversal({ min: max > 0 ? 1 : 0, max }) };
  },
};

const A = typeParameter('A') as CelType<CelValue>;

const equality = () => [
  defineFunction('_==_', overload({ id: 'equals', parameters: [A, A], result: BOOL, evaluate: celEquals, ...bySize })),
  defineFunction(
    '_!=_',
    overload({
      id: 'not_equals',
      parameters: [A, A],
      result: BOOL,
      evaluate: (a, b) => !celEquals(a, b),
      ...bySize,
    }),
  ),
];

/** Whether the order of two values (negative, zero, positive; NaN if unordered) satisfies the operator. */
type Holds = (order: number) => boolean;

const RELATIONS: readonly { operator: string; prefix: string; holds: Holds; ints: Overload['evaluate'] }[] = [
  { operator: '_<_', prefix: 'less', holds: (order) => order < 0, ints: (a, b) => a! < b! },
  { operator: '_<=_', prefix: 'less_equals', holds: (order) => order <= 0, ints: (a, b) => a! <= b! },
  { operator: '_>_', prefix: 'greater', holds: (order) => order > 0, ints: (a, b) => a! > b! },
  { operator: '_>=_', prefix: 'greater_equals', holds: (order) => order >= 0, ints: (a, b) => a! >= b! },
];

const NUMERIC_TYPES = [
  { name: 'int64', type: INT },
  { name: 'uint64', type: UINT },
  { name: 'double', type: DOUBLE },
] as const;

function numericOverloads(prefix: string, holds: Holds): Overload[] {
  return NUMERIC_TYPES.flatMap((left) =>
    NUMERIC_TYPES.map((right) =>
      overload({
        id: left === right ? `${prefix}_${left.name}` : `${prefix}_${left.name}_${right.name}`,
        parameters: [left.type as CelType<Numeric>, right.type as CelType<Numeric>],
        result: BOOL,
        evaluate: (a, b) => holds(numericCompare(a, b)),
      }),
    ),
  );
}

function relation({ operator, prefix, holds, ints }: (typeof RELATIONS)[number]): FunctionDeclaration {
  const between = (a: bigint, b: bigint) => holds(a < b ? -1 : a > b ? 1 : 0);
  const times = (a: CelTimestamp | CelDuration, b: CelTimestamp | CelDuration) => between(a.nanoseconds, b.nanoseconds);
  const numbers = numericOverloads(prefix, holds);
  return defineFunction(
    operator,
    overload({
      id: `${prefix}_bool`,
      parameters: [BOOL, BOOL],
      result: BOOL,
      evaluate: (a, b) => holds(Number(a) - Number(b)),
    }),
    // The most common comparison uses JavaScript's operator, which compares number and bigint by value.
    { ...numbers[0]!, evaluate: ints },
    ...numbers.slice(1),
    overload({
      id: `${prefix}_string`,
      parameters: [STRING, STRING],
      result: BOOL,
      evaluate: (a, b) => holds(compareText(a, b)),
      ...bySize,
    }),
    overload({
      id: `${prefix}_bytes`,
      parameters: [BYTES, BYTES],
      result: BOOL,
      evaluate: (a, b) => holds(Buffer.compare(a, b)),
      ...bySize,
    }),
    overload({ id: `${prefix}_timestamp`, parameters: [TIMESTAMP, TIMESTAMP], result: BOOL, evaluate: times }),
    overload({ id: `${prefix}_duration`, parameters: [DURATION, DURATION], result: BOOL, evaluate: times }),
  );
}

export function comparisons(): readonly FunctionDeclaration[] {
  return [...equality(), ...RELATIONS.map(relation)];
}
