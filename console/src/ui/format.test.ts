import { expect, it } from 'vitest';
import { age, ageMilliseconds, bytes } from './format.ts';

it.each([
  [42, '42s'],
  [119, '119s'],
  [120, '2m'],
  [330, '5m30s'],
  [3_600, '60m'],
  [11_520, '3h12m'],
  [40_000, '11h'],
  [200_000, '2d7h'],
  [5_000_000, '57d'],
  [70_000_000, '2y80d'],
])('%i seconds', (seconds, text) => {
  expect(age(seconds * 1000)).toBe(text);
  expect(age(ageMilliseconds(text)!)).toBe(text);
});

it.each(['', '<none>', '5', '1/2', '10Gi', 'm', '5 m'])('%j is no age', (text) => {
  expect(ageMilliseconds(text)).toBeUndefined();
});

it('bytes', () => {
  expect([0, 999, 2048, 5_000_000, 3e10].map(bytes)).toEqual(['0 B', '999 B', '2.0 KiB', '4.8 MiB', '28 GiB']);
});
