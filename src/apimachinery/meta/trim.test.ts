import { expect, test } from 'vitest';
import { expectLinearText } from '../growth.test.support.js';
import { trim, trimLeft, trimRight } from './trim.js';

test.each([
  ['', '', '', ''],
  ['--', '', '', ''],
  ['-a-b--', 'a-b', 'a-b--', '-a-b'],
  ['a', 'a', 'a', 'a'],
])('%j without dashes at both ends, at the beginning, at the end', (text, both, left, right) => {
  expect([trim(text, '-'), trimLeft(text, '-'), trimRight(text, '-')]).toEqual([both, left, right]);
});

test('takes one pass', () => expectLinearText('trim', (text) => trim(text, ' '), { around: [['a', 'b']] }));
