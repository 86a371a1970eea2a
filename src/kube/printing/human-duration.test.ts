import { expect, it } from 'vitest';
import { humanDuration } from './human-duration.js';

const [minute, hour, day, year] = [60, 3600, 86_400, 365 * 86_400];

it.each([
  [-2, '<invalid>'],
  [-1, '0s'],
  [0, '0s'],
  [119, '119s'],
  [2 * minute, '2m'],
  [2 * minute + 3, '2m3s'],
  [10 * minute + 3, '10m'],
  [3 * hour - 1, '179m'],
  [3 * hour + 5 * minute, '3h5m'],
  [8 * hour + 5 * minute, '8h'],
  [2 * day, '2d'],
  [2 * day + 3 * hour, '2d3h'],
  [8 * day + 3 * hour, '8d'],
  [2 * year + 40 * day, '2y40d'],
  [8 * year + 40 * day, '8y'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(humanDuration(seconds * 1000)).toBe(shown);
});
