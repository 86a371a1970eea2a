import { describe, expect, test } from 'vitest';
import { BOOL, CelEnvironment, type CelValue, CostBudget, DYN, INT, listOf, mapOf, STRING } from '../index.js';

const environment = CelEnvironment.extend({
  variables: {
    ints: listOf(INT),
    strings: mapOf(STRING, STRING),
    text: STRING,
    other: STRING,
    yes: BOOL,
    no: BOOL,
    data: DYN,
  },
});

function costOf(expression: string, activation: Record<string, CelValue>): number {
  const budget = new CostBudget(1_000_000);
  environment.compile(expression).evaluate(activation, { budget });
  return 1_000_000 - budget.remaining;
}

/** Numbers from cel-go's own tests, for literals as well as variables. */
describe('an evaluation costs what it costs in cel-go', () => {
  const long = 'x'.repeat(500);
  test.each<[string, Record<string, CelValue>, number]>([
    ['"Hello World!"', {}, 0],
    ['ints', { ints: [1, 2] }, 1],
    ["strings['key']", { strings: { key: 'v' } }, 2],
    ['strings.key', { strings: { key: 'v' } }, 2],
    ['ints[0]', { ints: [1] }, 2],
    ["strings['ke' + 'y']", { strings: { key: 'v' } }, 3],
    ['has(data.a.b)', { data: { a: { b: 1 } } }, 2],
    ['ints.all(x, true)', { ints: [] }, 2],
    ["text.matches('[0-9]')", { text: long }, 103],
    ["'123'.matches('[0-9]')", {}, 2],
    ['false || true', {}, 0],
    ['no || no || no || no', { no: false }, 4],
    ['yes && yes && no && yes', { yes: true, no: false }, 3],
    ['1 < 2', {}, 1],
    ['1 == 2', {}, 1],
    ['1 + 1', {}, 1],
    ['true ? 1 : 2', {}, 0],
    ['false ? false : 1 > 3', {}, 1],
    ["'12345678901234567890' == '123456789012345678901234567890'", {}, 2],
    ['bytes(text)', { text: long }, 51],
    ['text.contains(other)', { text: long, other: long }, 2502],
    ['text.startsWith(other)', { text: 'idc', other: long }, 3],
    ['text.size()', { text: '500' }, 2],
    ['(ints + ints).all(x, true)', { ints: [] }, 4],
    ['"abcdefg".contains(text + other)', { text: 'val1', other: 'val2222222' }, 6],
    ['(1 > 2 || 2 > 1) == true', {}, 3],
    ['ints.map(x, x)', { ints: [1, 2, 3, 4, 5] }, 77],
    ['ints.exists(x, x == 5)', { ints: [1, 2, 3, 4, 5] }, 32],
  ])('%s', (expression, activation, cost) => {
    expect(costOf(expression, activation)).toBe(cost);
  });
});

test('what is a constant costs nothing, as with the optimisations that the API server switches on', () => {
  expect(costOf('[1, 2, 3]', {})).toBe(0);
  expect(costOf("timestamp('2024-01-01T00:00:00Z')", {})).toBe(0);
  expect(costOf("text in ['a', 'b']", { text: 'b' })).toBe(2);
});

test('a limit is exceeded when the cost is above it, not when it is reached', () => {
  const program = environment.compile('"abcdefg".contains(text + other)');
  const activation = { text: 'val1', other: 'val2222222' };
  expect(program.evaluate(activation, { costLimit: 6 })).toBe(false);
  expect(() => program.evaluate(activation, { costLimit: 5 })).toThrow('actual cost limit exceeded');
});

test('a budget pays for what failed too, and never falls below zero', () => {
  const budget = new CostBudget(3);
  expect(() => environment.compile('ints.all(x, x > 0)').evaluate({ ints: [1, 2] }, { budget })).toThrow('cost limit');
  expect(budget.remaining).toBe(0);
});
