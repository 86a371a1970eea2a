import { expect, it } from 'vitest';
import type { Row } from './live-table.ts';
import { comparator, matches } from './visible-rows.ts';

const row = (name: string, cells: unknown[], created = 0, times = {}): Row => ({
  key: `ns/${name}`,
  name,
  namespace: 'ns',
  cells,
  created,
  labels: {},
  times,
  changed: {},
});

it.each([
  ['', ['a', 'b', 'c']],
  ['1', ['c', 'a', 'b']],
  ['-1', ['b', 'a', 'c']],
  ['age', ['b', 'a', 'c']],
  ['0', ['a', 'b', 'c']],
])('sorts by %j', (sort, names) => {
  const rows = [row('b', ['b', '10Gi'], 3), row('a', ['a', '9Gi'], 2), row('c', ['c', 2], 1)];
  expect(rows.sort(comparator(sort)).map(({ name }) => name)).toEqual(names);
});

it('sorts durations by their length, and ages by their time', () => {
  const rows = [
    row('a', ['5m', '2s'], 0, { 1: 1_000 }),
    row('b', ['40s', '2s'], 0, { 1: 9_000 }),
    row('c', ['1h2m', '3s']),
  ];
  expect(rows.sort(comparator('0')).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  expect(
    rows
      .slice(0, 2)
      .sort(comparator('1'))
      .map(({ name }) => name),
  ).toEqual(['b', 'a']);
});

it('searches names and texts', () => {
  expect(matches(row('web', ['web', 'Running']), 'runn')).toBe(true);
  expect(matches(row('web', ['web', 'Running']), 'ns/w')).toBe(true);
  expect(matches(row('web', ['web', 'Running']), 'db')).toBe(false);
});
