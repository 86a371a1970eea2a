import { expect, it } from 'vitest';
import type { Row } from './live-table.ts';
import { comparator, matches } from './visible-rows.ts';

const row = (name: string, cells: unknown[], created = 0): Row => ({
  key: `ns/${name}`,
  name,
  namespace: 'ns',
  cells,
  created,
  labels: {},
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

it('searches names and texts', () => {
  expect(matches(row('web', ['web', 'Running']), 'runn')).toBe(true);
  expect(matches(row('web', ['web', 'Running']), 'ns/w')).toBe(true);
  expect(matches(row('web', ['web', 'Running']), 'db')).toBe(false);
});
