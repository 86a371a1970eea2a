import { expect, test } from 'vitest';
import { humanDuration } from './human-duration.js';

const [second, minute, hour, day, year] = [1, 60, 3600, 86_400, 365 * 86_400];

test.each([
  [-5 * second, '<invalid>'],
  [-second, '0s'],
  [0, '0s'],
  [119 * second, '119s'],
  [2 * minute, '2m'],
  [9 * minute + 59, '9m59s'],
  [10 * minute + 30, '10m'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [7 * hour + 59 * minute, '7h59m'],
  [8 * hour + 59 * minute, '8h'],
  [47 * hour, '47h'],
  [2 * day, '2d'],
  [7 * day + 23 * hour, '7d23h'],
  [8 * day + 23 * hour, '8d'],
  [2 * year - second, '729d'],
  [2 * year, '2y'],
  [2 * year + 5 * day, '2y5d'],
  [9 * year + 5 * day, '9y'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(humanDuration(seconds * 1000)).toBe(text);
});
