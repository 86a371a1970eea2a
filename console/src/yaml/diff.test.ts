import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines } from './diff.ts';

it('finds the shortest difference', () => {
  const changes = diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']);
  expect(changes.map(({ change, text }) => `${change} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added x',
    'same c',
    'same d',
    'added e',
  ]);
});

it('contains both texts', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = diffLines(before, after);
      const without = (left: string) => changes.filter(({ change }) => change !== left).map(({ text }) => text);
      expect(without('added')).toEqual(before);
      expect(without('removed')).toEqual(after);
    }),
  );
});
