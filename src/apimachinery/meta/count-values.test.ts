import { expect, test } from 'vitest';
import { countValues } from './count-values.js';
import type { JsonValue } from './json-value.js';

test.each<[JsonValue | undefined, number]>([
  [undefined, 1],
  [null, 1],
  ['text', 1],
  [[], 1],
  [{}, 1],
  [[1, [2], { a: 3 }], 6],
  [{ a: { b: [1, 2] }, c: 1 }, 6],
])('%j consists of %i values', (value, count) => {
  expect(countValues(value, 100)).toBe(count);
});

test.each<[string, JsonValue]>([
  ['a list', Array(1000).fill(0)],
  ['an object', Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 0]))],
  ['a nested list', Array(50).fill(Array(50).fill(0))],
])('counting %s ends at the limit', (_name, value) => {
  expect(countValues(value, 20)).toBe(20);
});

test('what was counted to a limit is counted on to a higher one', () => {
  const list = Array<JsonValue>(999).fill(0);
  expect([countValues(list, 600), countValues(list, 2000), countValues(list, 700)]).toEqual([600, 1000, 700]);
});
