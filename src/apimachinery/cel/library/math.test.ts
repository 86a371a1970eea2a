import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CelEnvironment,
  CelEvaluationError,
  type CelType,
  CostBudget,
  celTypeOfSchema,
  DOUBLE,
  DYN,
  formatType,
  INT,
  intOf,
  LIST,
  STRING,
  storedExpressionsEnvironment,
  UINT,
} from '../index.js';
import { mathLibrary } from './math.js';

const environment = CelEnvironment.extend({ libraries: [mathLibrary] });
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `math.greatest(-0.5) == -0.5 && math.greatest(1u) == 1u`,
    `math.greatest(42.0, -0.5) == 42.0 && math.greatest(-1, 0) == 0 && math.greatest(1u, 42u) == 42u`,
    `math.greatest(1, 2.5, 2u) == 2.5`,
    `math.greatest([1, 3, 2]) == 3 && math.greatest([dyn(1), dyn(3.5), dyn(2u)]) == 3.5`,
    `type(math.greatest(1, 1.0)) == int && type(math.greatest(1.0, 1)) == double`,
    `type(math.least([dyn(1u), dyn(1), dyn(1.0)])) == uint`,
    `math.least(-0.5) == -0.5 && math.least(3, 1, 2) == 1 && math.least([3u, 1u]) == 1u`,
    `math.least(1, dyn(0.5)) == 0.5 && math.least(dyn([2, 1])) == 1 && math.least(dyn(7)) == 7`,
    `math.least(9223372036854775807, 18446744073709551615u) == 9223372036854775807`,
    `math.greatest(double('Inf'), 1) == double('Inf') && math.isNaN(math.greatest(double('NaN')))`,
    `math.isNaN(math.least([double('NaN')]))`,
    `[1, 2].map(x, math.greatest(x, 2, 0)) == [2, 2]`,
    `math.ceil(1.2) == 2.0 && math.ceil(-1.2) == -1.0 && math.floor(1.2) == 1.0 && math.floor(-1.2) == -2.0`,
    `math.round(1.5) == 2.0 && math.round(-1.5) == -2.0 && math.round(2.5) == 3.0 && math.round(-1.2) == -1.0`,
    `math.round(0.49999999999999994) == 0.0 && math.round(4503599627370497.0) == 4503599627370497.0`,
    `math.isNaN(math.round(double('NaN'))) && math.round(double('-Inf')) == double('-Inf')`,
    `math.trunc(-1.9) == -1.0 && math.trunc(1.9) == 1.0 && type(math.trunc(1.0)) == double`,
    `1.0 / math.ceil(-0.5) == double('-Inf') && 1.0 / math.round(-0.2) == double('-Inf')`,
    `math.abs(-1.5) == 1.5 && math.abs(-3) == 3 && math.abs(3u) == 3u && math.abs(0) == 0`,
    `math.abs(-9223372036854775807) == 9223372036854775807`,
    `math.sign(-4.2) == -1.0 && math.sign(0.3) == 1.0 && 1.0 / math.sign(-0.0) == double('Inf')`,
    `math.isNaN(math.sign(double('NaN'))) && math.sign(-9223372036854775808) == -1 && math.sign(0) == 0`,
    `math.sign(7) == 1 && math.sign(0u) == 0u && math.sign(7u) == 1u`,
    `math.isNaN(double('NaN')) && !math.isNaN(1.0)`,
    `math.isInf(double('-Inf')) && math.isInf(1.0 / 0.0) && !math.isInf(double('NaN')) && !math.isInf(1.2)`,
    `math.isFinite(1.2) && !math.isFinite(double('NaN')) && !math.isFinite(double('Inf'))`,
    `math.sqrt(81) == 9.0 && math.sqrt(6.25) == 2.5 && math.sqrt(49u) == 7.0 && math.isNaN(math.sqrt(-1))`,
    `math.bitAnd(3, 2) == 2 && math.bitAnd(-1, 9223372036854775807) == 9223372036854775807`,
    `math.bitOr(1u, 2u) == 3u && math.bitOr(-8, 3) == -5 && math.bitXor(3u, 5u) == 6u && math.bitXor(-1, 1) == -2`,
    `math.bitNot(1) == -2 && math.bitNot(-1) == 0 && math.bitNot(0u) == 18446744073709551615u`,
    `math.bitNot(9223372036854775807) == -9223372036854775808`,
    `math.bitShiftLeft(1, 2) == 4 && math.bitShiftLeft(-1, 2) == -4 && math.bitShiftLeft(1u, 63) == 9223372036854775808u`,
    `math.bitShiftLeft(1, 63) == -9223372036854775808 && math.bitShiftLeft(3, 63) == -9223372036854775808`,
    `math.bitShiftLeft(1, 64) == 0 && math.bitShiftLeft(3u, 63) == 9223372036854775808u`,
    `math.bitShiftLeft(1u, 9223372036854775807) == 0u`,
    `math.bitShiftRight(1024, 2) == 256 && math.bitShiftRight(-1024, 3) == 2305843009213693824`,
    `math.bitShiftRight(-1, 0) == -1 && math.bitShiftRight(-1, 63) == 1 && math.bitShiftRight(-1, 64) == 0`,
    `math.bitShiftRight(1024u, 2) == 256u && math.bitShiftRight(1u, 200) == 0u`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));

  test('with any number of arguments, and lists of any length', () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    expect(evaluate(`math.greatest(${numbers})`)).toBe(199);
    expect(evaluate(`math.least([${[...numbers, ...numbers, -1]}])`)).toBe(-1);
  });

  test('with a variable that is called math too', () => {
    const program = environment.compile('math + math.greatest(math, 2)', { variables: { math: INT } });
    expect(program.evaluate({ math: 3 })).toBe(6);
  });
});

describe('types', () => {
  test.each<[source: string, type: CelType]>([
    ['math.greatest(1, 2)', INT],
    ['math.greatest(1u, 2u)', UINT],
    ['math.greatest(1.0, 2.0, 3.0)', DOUBLE],
    ['math.greatest(1, 2.0)', DYN],
    ['math.least(1, 2u, 3.0)', DYN],
    ['math.least([1u])', UINT],
    ['math.ceil(1.0)', DOUBLE],
    ['math.sign(1u)', UINT],
    ['math.sqrt(4)', DOUBLE],
    ['math.bitShiftLeft(1u, 1)', UINT],
  ])('%s', (source, type) => expect(formatType(environment.compile(source).type)).toBe(formatType(type)));
});

describe('expressions that do not compile', () => {
  test.each([
    [`math.greatest()`, '1:1: math.greatest() requires at least one argument'],
    [`math.least('a')`, '1:12: math.least() invalid single argument value'],
    [`math.least({})`, 'math.least() invalid single argument value'],
    [`math.greatest([])`, 'math.greatest() invalid single argument value'],
    [`math.greatest([1, true])`, 'math.greatest() invalid single argument value'],
    [`math.greatest([[1]])`, 'math.greatest() invalid single argument value'],
    [`math.least(1, true)`, '1:15: math.least() simple literal arguments must be numeric'],
    [`math.least(1, 2, [3])`, '1:18: math.least() simple literal arguments must be numeric'],
    [`math.greatest(1, string(2))`, "found no matching overload for 'math.@max' applied to '(int, string)'"],
    [`other.greatest(1)`, "undeclared reference to 'other'"],
    [`greatest(1)`, "undeclared reference to 'greatest'"],
    [`math.ceil(1)`, "found no matching overload for 'math.ceil' applied to '(int)'"],
    [`math.isNaN(1)`, "found no matching overload for 'math.isNaN' applied to '(int)'"],
    [`math.abs('1')`, "found no matching overload for 'math.abs' applied to '(string)'"],
    [`math.bitAnd(1, 1u)`, "found no matching overload for 'math.bitAnd' applied to '(int, uint)'"],
    [`math.bitShiftLeft(1, 1u)`, "found no matching overload for 'math.bitShiftLeft' applied to '(int, uint)'"],
  ])('%s: %s', (source, message) => expect(() => environment.compileUncached(source)).toThrow(message));

  test('because Kubernetes has none of them', () =>
    expect(() => storedExpressionsEnvironment().compile('math.ceil(1.5)')).toThrow("undeclared reference to 'math'"));
});

describe('expressions that fail', () => {
  test.each([
    [`math.greatest(dyn([]))`, 'math.@max(list) argument must not be empty'],
    [`math.least([1].filter(x, x > 1))`, 'math.@min(list) argument must not be empty'],
    [`math.least(1.0, double('NaN'))`, 'NaN values cannot be ordered: math.@min'],
    [`math.greatest(double('NaN'), 1)`, 'NaN values cannot be ordered: math.@max'],
    [`math.greatest(1.0, double('NaN'), 2.0)`, 'no such overload: math.@max'],
    [`math.least(dyn(['a']))`, 'no such overload: math.@min'],
    [`math.least(dyn([1, 'a']))`, 'no such overload: math.@min'],
    [`math.greatest(dyn('a'))`, 'no such overload'],
    [`math.greatest(1, dyn('a'))`, 'no such overload'],
    [`math.abs(-9223372036854775808)`, 'integer overflow'],
    [`math.bitShiftLeft(1, -2)`, 'math.bitShiftLeft() negative offset: -2'],
    [`math.bitShiftLeft(1u, -2)`, 'math.bitShiftLeft() negative offset: -2'],
    [`math.bitShiftRight(1, -9223372036854775808)`, 'math.bitShiftRight() negative offset: -9223372036854775808'],
    [`math.bitShiftRight(1u, -4)`, 'math.bitShiftRight() negative offset: -4'],
    [`math.bitOr(dyn(1.2), 1)`, 'no such overload'],
    [`math.bitXor(dyn(1), dyn(1u))`, 'no such overload'],
    [`math.ceil(dyn(1))`, 'no such overload'],
    [`math.sqrt(dyn('4'))`, 'no such overload'],
    [`math.sign(dyn(true))`, 'no such overload'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

describe('costs as it is run, and estimated', () => {
  const numbers = celTypeOfSchema({ type: 'array', maxItems: 5, items: { type: 'integer' } })!;
  const variables = { numbers, x: DOUBLE, i: INT, text: STRING };

  test.each<[source: string, actual: number, min: number, max: number]>([
    ['math.greatest(i, 2)', 2, 2, 2],
    ['math.greatest(i)', 2, 2, 2],
    ['math.greatest(i, 2, 3)', 14, 14, 14],
    ['math.least(numbers)', 5, 2, 6],
    ['math.ceil(x)', 2, 2, 2],
    ['math.bitAnd(i, i)', 3, 3, 3],
    ['math.sqrt(i)', 2, 2, 2],
  ])('%s', (source, actual, min, max) => {
    const program = environment.compile(source, { variables });
    const budget = new CostBudget(1_000);
    program.evaluate({ numbers: [4, 3, 2, 1], x: 1.5, i: 1 }, { budget });
    expect([1_000 - budget.remaining, program.estimateCost()]).toEqual([actual, { min, max }]);
  });

  test('long lists are paid for', () => {
    const program = environment.compile('list.all(x, math.greatest(list) > 0)', { variables: { list: LIST } });
    const list = Array.from({ length: 20_000 }, (_, index) => index + 1);
    const outcome = () => program.evaluate({ list }, { budget: new CostBudget(10_000_000) });
    expect(outcome).toThrow(CelEvaluationError);
    expect(outcome).toThrow('cost limit exceeded');
  });
});

test('shifts agree with arithmetic modulo two to the power of 64', () => {
  const left = environment.compile('math.bitShiftLeft(value, offset)', { variables: { value: INT, offset: INT } });
  const right = environment.compile('math.bitShiftRight(value, offset)', { variables: { value: INT, offset: INT } });
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(int64, fc.nat(80), (value, offset) => {
      const unsigned = BigInt.asUintN(64, value);
      const given = { value: intOf(value), offset };
      expect(left.evaluate(given)).toBe(intOf(BigInt.asIntN(64, unsigned * 2n ** BigInt(offset))));
      expect(right.evaluate(given)).toBe(intOf(BigInt.asIntN(64, unsigned / 2n ** BigInt(offset))));
    }),
  );
});

test('the greatest is not less than any, and the least not greater', () => {
  const program = environment.compile('[math.greatest(list), math.least(list)]', { variables: { list: LIST } });
  const numbers = fc.array(fc.oneof(fc.integer(), fc.double({ noNaN: true, noInteger: true })), { minLength: 1 });
  fc.assert(
    fc.property(numbers, (list) => {
      expect(program.evaluate({ list })).toEqual([Math.max(...list), Math.min(...list)]);
    }),
  );
});
