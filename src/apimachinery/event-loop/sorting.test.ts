import { expect, test } from 'vitest';
import { sorting } from './sorting.js';
import { runAtOnce } from './steps.js';

const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

test.each([0, 1, 4096, 4097, 8193, 50_000])('%i items are sorted stably, and the given list is kept', (count) => {
  const items = Array.from({ length: count }, (_, index) => ({ key: (index * 7919) % 1000, index }));
  const given = [...items];
  expect(runAtOnce(sorting(items, byKey))).toEqual(items.toSorted(byKey));
  expect(items).toEqual(given);
});

test('long lists are sorted in many steps', () => {
  const items = Array.from({ length: 50_000 }, (_, index) => -index);
  expect([...sorting(items, (a, b) => a - b)].length).toBeGreaterThan(50);
});
