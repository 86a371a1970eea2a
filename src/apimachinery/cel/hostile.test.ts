import { describe, expect, test } from 'vitest';
import {
  CelEnvironment,
  CelEvaluationError,
  CelSyntaxError,
  CelTypeError,
  DYN,
  optionalsLibrary,
  STRING,
} from './index.js';

const environment = CelEnvironment.extend({
  libraries: [optionalsLibrary],
  variables: { text: STRING, pattern: STRING, data: DYN, other: DYN },
});
const TOO_EXPENSIVE = 'operation cancelled: actual cost limit exceeded';

/** `optional.of(initial)` with a body applied to it repeatedly. */
const repeatedly = (initial: string, body: string): string =>
  `optional.of(dyn(${initial}))${`.optMap(x, dyn(${body}))`.repeat(50)}.value()`;

describe('expressions that are made to be hard to read are refused', () => {
  test.each([
    ['nested parentheses', '('.repeat(50_000)],
    ['nested lists', '['.repeat(49_000) + ']'.repeat(49_000)],
    ['a long sum', `1${'+1'.repeat(40_000)}`],
    ['a long path', `a${'.b'.repeat(40_000)}`],
    ['nested conditionals', 'true ? 1 : '.repeat(8_000)],
    ['too long a text', `${' '.repeat(100_000)}1`],
    ['quotes that do not end', `'${'a'.repeat(90_000)}`],
    ['nothing but unknown characters', '#'.repeat(99_999)],
  ])('%s', (_name, source) => {
    expect(() => environment.compile(source)).toThrow(CelSyntaxError);
  });

  test('thousands of mistakes give no more than a hundred issues', () => {
    const issues = issuesOf(`[${'nothing,'.repeat(10_000)}1]`);
    expect(issues.length).toBe(100);
  });

  function issuesOf(source: string): readonly unknown[] {
    try {
      environment.compile(source);
    } catch (thrown) {
      if (thrown instanceof CelTypeError) return thrown.issues;
    }
    return [];
  }

  test('a chain is refused where the API server refuses it', () => {
    const chain = (operators: number): string => `${'data.x == '.repeat(operators)}data.x`;
    expect(environment.compile(chain(249)).evaluate({ data: { x: true } })).toBe(true);
    expect(() => environment.compile(chain(250))).toThrow('max recursion depth exceeded');
  });

  test('types that double with each step', () => {
    const source = `optional.of(1)${'.optMap(x, {x: x})'.repeat(50)}.hasValue()`;
    expect(() => environment.compile(source)).toThrow('type is too complex');
  });

  test('a long chain of && is neither deep nor refused', () => {
    expect(environment.compile(`true${' && true'.repeat(10_000)}`).evaluate({})).toBe(true);
  });
});

describe('expressions that are made to run long are stopped', () => {
  const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
  test.each([
    ['loops in loops', `${`${ten}.all(x, `.repeat(6)}true${')'.repeat(6)}`],
    ['lists of lists of lists', `${`${ten}.map(x, `.repeat(6)}x${')'.repeat(6)}`],
    ['a loop over a list that was doubled fifty times', `${repeatedly('[1]', 'x + x')}.all(y, y > 0)`],
    ['a search in it', `2 in ${repeatedly('[1]', 'x + x')}`],
    ['a text that is doubled fifty times', `${repeatedly("'a'", 'x + x')} == ''`],
    [
      'lists of fifty levels that hold each other twice',
      `${repeatedly('[1]', '[x, x]')} == ${repeatedly('[1]', '[x, x]')}`,
    ],
  ])('%s', (_name, source) => {
    expect(() => environment.compile(source).evaluate({})).toThrow(TOO_EXPENSIVE);
  });

  test('a doubled list costs nothing until it is read', () => {
    expect(environment.compile(`size(${repeatedly('[1]', 'x + x')})`).evaluate({})).toBe(2 ** 50);
  });

  test('a pattern as large as a request is not compiled', () => {
    const matches = environment.compile('text.matches(pattern)');
    expect(() => matches.evaluate({ text: 'a', pattern: 'a'.repeat(3_000_000) })).toThrow(TOO_EXPENSIVE);
  });

  test('an exhausted budget is not absorbed by || and all()', () => {
    const source = `(${ten}.all(x, ${ten}.all(y, ${ten}.all(z, x > 0))) || true) && ${ten}.exists(x, true)`;
    expect(() => environment.compile(source).evaluate({}, { costLimit: 500 })).toThrow(TOO_EXPENSIVE);
    expect(environment.compile(source).evaluate({})).toBe(true);
  });

  test('data that is nested more deeply than the stack fails the expression', () => {
    let [data, other]: [unknown[], unknown[]] = [[], []];
    for (let depth = 0; depth < 200_000; depth++) [data, other] = [[data], [other]];
    const evaluate = () =>
      environment.compile('data == other').evaluate({ data: data as never, other: other as never });
    expect(evaluate).toThrow(CelEvaluationError);
  });

  test('failures that are absorbed are cheap', () => {
    const data = Array.from({ length: 50_000 }, (_, index) => index);
    expect(() => environment.compile("data.all(x, x > 'a')").evaluate({ data })).toThrow('no such overload');
  });
});

test('a compiled expression can be evaluated inside of another evaluation', () => {
  const inner = environment.compile('data + 1');
  const outer = environment.compile('[1, 2].all(x, x < data)');
  expect(outer.evaluate({ data: inner.evaluate({ data: 2 }) })).toBe(true);
});
