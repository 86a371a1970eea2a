import { expect, test } from 'vitest';
import { withAvailability } from './api-service.js';
import { humanDuration } from './human-duration.js';

test('the time of a condition is that of the last change of its status', () => {
  const first = withAvailability([], { status: 'False', reason: 'A', message: '' }, 0);
  const second = withAvailability(first, { status: 'False', reason: 'B', message: '' }, 1000);
  const third = withAvailability(second, { status: 'True', reason: 'B', message: '' }, 2000);
  expect(second[0]?.lastTransitionTime).toBe('1970-01-01T00:00:00Z');
  expect(third[0]?.lastTransitionTime).toBe('1970-01-01T00:00:02Z');
  expect(withAvailability(third, { status: 'True', reason: 'B', message: '' }, 9000)).toBe(third);
});

test.each([
  [-5000, '<invalid>'],
  [-500, '0s'],
  [119_000, '119s'],
  [120_000, '2m'],
  [125_000, '2m5s'],
  [179 * 60_000, '179m'],
  [5.5 * 3_600_000, '5h30m'],
  [30 * 3_600_000, '30h'],
  [50 * 3_600_000, '2d2h'],
  [100 * 86_400_000, '100d'],
  [3 * 365 * 86_400_000, '3y'],
  [9.5 * 365 * 86_400_000, '9y'],
])('%d milliseconds are shown as %s', (milliseconds, shown) => {
  expect(humanDuration(milliseconds)).toBe(shown);
});
