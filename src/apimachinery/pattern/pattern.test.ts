import { expect, test } from 'vitest';
import { compilePattern } from './index.js';

test('a pattern is compiled once for all who use it', () => {
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
