import { expect, it } from 'vitest';
import { threeWayMerge } from './three-way-merge.ts';

it.each([
  ['changes of different fields', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 3 }, { a: 2, b: 3 }, []],
  ['the same change', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }, []],
  ['different changes of one field: mine', { a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } }, { a: { b: 2 } }, ['a.b']],
  ['a field that they added', {}, { mine: 1 }, { theirs: 1 }, { theirs: 1, mine: 1 }, []],
  ['a field that I removed', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }, []],
  ['items of lists of the same length', [{ a: 1, b: 1 }], [{ a: 2, b: 1 }], [{ a: 1, b: 2 }], [{ a: 2, b: 2 }], []],
  ['lists that both made longer', { l: [1] }, { l: [1, 2] }, { l: [1, 3] }, { l: [1, 2] }, ['l']],
])('%s', (_name, base, mine, theirs, value, conflicts) => {
  const merged = threeWayMerge(base, mine, theirs);
  expect(merged.value).toEqual(value);
  expect(merged.conflicts.map((path) => path.join('.'))).toEqual(conflicts);
});
