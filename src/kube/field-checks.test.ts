import { expect, test } from 'vitest';
import { repetitionsIn } from './field-checks.js';

test('what was there before is a repetition, in lists of any length', () => {
  expect(repetitionsIn(['a', 'b', 'a', '__proto__', '__proto__'])).toEqual([false, false, true, false, true]);
  const many = Array.from({ length: 200_000 }, (_, index) => String(index));
  expect(repetitionsIn(many).includes(true)).toBe(false);
});
