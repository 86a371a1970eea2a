import { expect, test } from 'vitest';
import { isSelected, unknownNames } from './select-controllers.js';

test.each<[selection: string[], isOn: boolean]>([
  [[], false],
  [['*'], true],
  [['job'], true],
  [['other'], false],
  [['-job'], false],
  [['*', '-job'], false],
  [['-job', '*'], false],
  [['-job', 'job'], false],
  [['job', '-job'], true],
  [['*', '-other'], true],
])('%j selects the controller `job`: %s', (selection, isOn) => {
  expect(isSelected('job', selection)).toBe(isOn);
});

test('entries that name no controller are found', () => {
  expect(unknownNames(['*', 'job', '-job', 'jobs', '--job'], ['job'])).toEqual(['jobs', '--job']);
});
