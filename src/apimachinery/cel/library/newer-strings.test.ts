import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CelEvaluationError,
  type CelValue,
  CostBudget,
  DOUBLE,
  LIST,
  STRING,
  storedExpressionsEnvironment,
} from '../index.js';
import { stringsLibraryOf } from './newer-strings.js';

const environments = {
  2: storedExpressionsEnvironment(),
  3: storedExpressionsEnvironment().extend({ libraries: [stringsLibraryOf(3)] }),
  4: storedExpressionsEnvironment().extend({ libraries: [stringsLibraryOf(4)] }),
  5: storedExpressionsEnvironment().extend({ libraries: [stringsLibraryOf(5)] }),
};
const evaluate = (source: string, version: keyof typeof environments = 5) =>
  environments[version].compileUncached(source).evaluate({});

describe('reverse, since version 3', () => {
  test.each([
    `'gums'.reverse() == 'smug'`,
    `''.reverse() == ''`,
    `'a😀©'.reverse() == '©😀a'`,
    `[1, 2].reverse() == [2, 1]`,
    `dyn('ab').reverse() == 'ba' && dyn([1, 2]).reverse() == [2, 1]`,
  ])('%s', (source) => expect(evaluate(source, 3)).toBe(true));

  test('twice is nothing', () => {
    const program = environments[3].compile('text.reverse().reverse() == text', { variables: { text: STRING } });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(program.evaluate({ text })).toBe(true);
      }),
    );
  });

  test('is not in version 2', () =>
    expect(() => evaluate(`'a'.reverse()`, 2)).toThrow("found no matching overload for 'reverse'"));

  test('costs what looking at each character costs', () => {
    const program = environments[3].compile(`'ABCDEFGHIJ abcdefghij'.reverse() == ''`);
    const budget = new CostBudget(100);
    program.evaluate({}, { budget });
    expect([100 - budget.remaining, program.estimateCost()]).toEqual([3, { min: 3, max: 3 }]);
  });
});

describe('where the empty text is found', () => {
  test.each<[source: string, before: number | bigint, since5: number]>([
    [`'tacocat'.indexOf('', 3)`, 3, 3],
    [`'tacocat'.indexOf('', 30)`, 30, 7],
    [`'t😀'.indexOf('', 9223372036854775807)`, 9223372036854775807n, 2],
    [`'tacocat'.lastIndexOf('', 30)`, 30, 7],
    [`'tacocat'.lastIndexOf('', 0)`, 0, 0],
    [`'tacocat'.indexOf('a', 3)`, 5, 5],
    [`'tacocat'.indexOf('a', 30)`, -1, -1],
    [`'tacocat'.lastIndexOf('a', 4)`, 1, 1],
  ])('%s is %s, since version 5 %s', (source, before, since5) => {
    expect(evaluate(source, 4)).toBe(before);
    expect(evaluate(source, 5)).toBe(since5);
  });

  test.each([`'a'.indexOf('', -1)`, `'a'.lastIndexOf('', -1)`, `'a'.indexOf('a', -1)`])('%s fails', (source) =>
    expect(() => evaluate(source)).toThrow('index out of range: -1'),
  );
});

describe('format since version 4 writes', () => {
  test.each([
    [`'%%%s%%'.format(['text'])`, '%text%'],
    [`'%d %d %d %d'.format([-7, 7u, 1.5, 1e21])`, '-7 7 1.5 1000000000000000000000'],
    [`'%d %d %d'.format([double('NaN'), double('Inf'), double('-Inf')])`, 'NaN Infinity -Infinity'],
    [`'%b %b %b %b'.format([-5, 64u, true, false])`, '-101 1000000 1 0'],
    [`'%o %o'.format([-11, 65535u])`, '-13 177777'],
    [`'%x %X %x'.format([30, 30u, -30])`, '1e 1E -1e'],
    [`'%X %x'.format(['Hello!', b'\\x00\\xff'])`, '48656C6C6F21 00ff'],
    [`'%.3f %f %.0f %.1f'.format([1.2345, 2.71828, 2.5, -1234567.0])`, '1.234 2.718280 2 -1234567.0'],
    [`'%f %.1f %.2f'.format([3, 4u, -0.0])`, '3.000000 4.0 -0.00'],
    [`'%f %f %f'.format([double('NaN'), double('Inf'), double('-Inf')])`, 'NaN Infinity -Infinity'],
    [`'%e %.3e %.0e'.format([1052.032911275, 2.71828, 25.0])`, '1.052033e+03 2.718e+00 2e+01'],
    [`'%.2e %.1e %e'.format([7, 18446744073709551615u, 0.0])`, '7.00e+00 1.8e+19 0.000000e+00'],
    [`'%e %.1e'.format([9.9999999e-5, 5e-324])`, '1.000000e-04 4.9e-324'],
    [`'%.20e'.format([1e23])`, '9.99999999999999916114e+22'],
    [`'%e %e'.format([-0.0, double('-Inf')])`, '-0.000000e+00 -Infinity'],
    [`'%s %s %s %s'.format([2.71, 0.000000002, 1e6, -0.0])`, '2.71 0.000000002 1000000 -0'],
    [`'%s %s'.format([double('NaN'), double('Inf')])`, 'NaN Infinity'],
    [`'%s %s %s'.format([b'xyz', type('a'), null])`, 'xyz string null'],
    [`'%s %s'.format([true, 5u])`, 'true 5'],
    [`'%s'.format([timestamp('2023-02-03T23:31:20+01:00')])`, '2023-02-03T22:31:20Z'],
    [`'%s %s'.format([duration('1h45m47s'), duration('2ns')])`, '6347s 0.000000002s'],
    [`'%s'.format([['a"', 3.14, null, [9, 8], b'b', duration('2h')]])`, '[a", 3.14, null, [9, 8], b, 7200s]'],
    [`'%s'.format([{'b': duration('2h'), 'a': true}])`, '{a: true, b: 7200s}'],
    [`'%s'.format([{1: 'x', 2u: double('NaN'), true: {}}])`, '{1: x, 2: NaN, true: {}}'],
    [`'%s %s'.format([[], {}])`, '[] {}'],
  ])('%s as %s', (source, text) => {
    expect(evaluate(source, 4)).toBe(text);
    expect(evaluate(source, 5)).toBe(text);
  });

  test('a double so that it is read back the same', () => {
    const program = environments[5].compile(`'%s'.format([x])`, { variables: { x: DOUBLE } });
    fc.assert(
      fc.property(fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }), (x) => {
        const text = program.evaluate({ x }) as string;
        expect(text).toMatch(/^-?\d+\.\d+$/);
        expect(Number(text)).toBe(x);
      }),
    );
  });

  test('in scientific notation what JavaScript writes, but where two texts are equally near', () => {
    const program = environments[5].compile(`'%.12e'.format([x])`, { variables: { x: DOUBLE } });
    fc.assert(
      fc.property(fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true, min: 1e-9, max: 1 }), (x) => {
        const text = (program.evaluate({ x }) as string).replace(/e([+-])0?(\d)/, 'e$1$2');
        expect(Math.abs(Number(text) - x)).toBeLessThanOrEqual(Math.abs(Number(x.toExponential(12)) - x));
      }),
    );
  });
});

describe('format since version 4 refuses literals before the expression runs', () => {
  const NUMBERS = 'can only be used on ints, uints, and doubles';
  test.each([
    [`'%d %d %d'.format([0, 1])`, 'index 2 out of range'],
    [`'%s'.format(['a', 'b'])`, 'too many arguments supplied to string.format (expected 1, got 2)'],
    [`'filler %'.format([])`, 'unexpected end of string'],
    [`'%a'.format([1])`, 'could not parse formatting clause: unrecognized formatting clause "a"'],
    [`'%.34'.format([5.0])`, 'error while parsing precision: could not find end of precision specifier'],
    [`'%d'.format(['a'])`, `error during formatting: decimal clause ${NUMBERS}, was given string`],
    [`'%f'.format(['NaN'])`, `fixed-point clause ${NUMBERS}, was given string`],
    [`'%e'.format([true])`, `scientific clause ${NUMBERS}, was given bool`],
    [`'%b'.format([1.5])`, 'only ints, uints, and bools can be formatted as binary, was given double'],
    [`'%o'.format([1.5])`, 'octal clause can only be used on ints and uints, was given double'],
    [`'%X'.format([1.5])`, 'only ints, uints, bytes, and strings can be formatted as hex, was given double'],
    [`'%s'.format([[quantity('1')]])`, 'durations, and timestamps, was given kubernetes.Quantity'],
  ])('%s: %s', (source, message) => expect(() => environments[5].compileUncached(source)).toThrow(message));
});

describe('format since version 4 fails when it runs', () => {
  test.each([
    [`dyn('%d %d').format([0])`, 'index 1 out of range'],
    [`'%d'.format([dyn('a')])`, 'decimal clause can only be used on ints, uints, and doubles, was given string'],
    [`'%f'.format([dyn('NaN')])`, 'fixed-point clause can only be used on ints, uints, and doubles, was given string'],
    [`'%s'.format([dyn([quantity('1')])])`, 'durations, and timestamps, was given kubernetes.Quantity'],
    [`'%s'.format([b'\\xff'])`, 'invalid UTF-8'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

describe('the precision', () => {
  const TOO_LARGE = 'error while parsing precision: precision 101 exceeds maximum allowed precision 100';
  test('is bounded since version 5', () => {
    expect(evaluate(`'%.101f'.format([1.5])`, 4)).toBe(`1.5${'0'.repeat(100)}`);
    expect(evaluate(`'%.1200e'.format([1.5])`, 4)).toBe(`1.5${'0'.repeat(1199)}e+00`);
    expect(evaluate(`'%.100f'.format([1.5])`)).toBe(`1.5${'0'.repeat(99)}`);
    expect(() => environments[5].compileUncached(`'%.101f'.format([1.5])`)).toThrow(TOO_LARGE);
    expect(() => evaluate(`dyn('%.101e').format([1.5])`)).toThrow(TOO_LARGE);
  });
});

describe('what would grow without bounds is stopped', () => {
  let nested: CelValue[] = ['x'];
  for (let level = 0; level < 40; level++) nested = [nested, nested];

  test.each<[source: string, list: CelValue[]]>([
    [`'%s'.format([list])`, nested],
    [`'%.99999999f'.format([1.5])`, []],
    [`'%.99999999e'.format([1.5])`, []],
    [`'%x'.format(list)`, ['a'.repeat(15_000_000)]],
  ])('%s', (source, list) => {
    const program = environments[4].compile(source, { variables: { list: LIST } });
    const outcome = () => program.evaluate({ list });
    expect(outcome).toThrow(CelEvaluationError);
    expect(outcome).toThrow('cost limit exceeded');
  });
});
