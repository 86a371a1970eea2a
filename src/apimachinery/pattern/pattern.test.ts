import { expect, test } from 'vitest';
import { compilePattern } from './index.js';

test('a pattern is compiled once for all uses', () => {
  expect(compilePattern('^same$')).toBe(compilePattern('^same$'));
});

test('the oldest patterns are forgotten where there are many, however short they are', () => {
  const first = compilePattern('^first$');
  for (let index = 0; index < 500; index++) compilePattern(`^${index}$`);
  expect(compilePattern('^first$')).not.toBe(first);
});

test('the oldest patterns are forgotten where they are long', () => {
  const first = compilePattern('^first of all$');
  compilePattern(`^${'x'.repeat(200_000)}$`);
  expect(compilePattern('^first of all$')).not.toBe(first);
});

test.each([
  ['(?P<a>x)(?P<a>y)', 'xy', 'yx'],
  ['(?P<a>x)|(?<a>y)', 'y', 'z'],
  ['(?P<a>[(?P<a>]])(?P<a>\\(\\Q(?P<\\E)', '<]((?P<', '(?P<'],
])('groups of one name: %s matches %s, not %s', (source, matching, other) => {
  const pattern = compilePattern(source);
  expect([pattern.fault, pattern.matches(matching), pattern.matches(other)]).toEqual([undefined, true, false]);
});

test('other errors of a pattern with groups of one name are reported', () => {
  expect(compilePattern('(?P<a>x)(?P<a>y)(').fault).toContain('missing');
});
