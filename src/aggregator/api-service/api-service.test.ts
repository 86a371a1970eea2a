import { expect, test } from 'vitest';
import { withAvailability } from './api-service.js';

test('the time of a condition is that of the last change of its status', () => {
  const first = withAvailability([], { status: 'False', reason: 'A', message: '' }, 0);
  const second = withAvailability(first, { status: 'False', reason: 'B', message: '' }, 1000);
  const third = withAvailability(second, { status: 'True', reason: 'B', message: '' }, 2000);
  expect(second[0]?.lastTransitionTime).toBe('1970-01-01T00:00:00Z');
  expect(third[0]?.lastTransitionTime).toBe('1970-01-01T00:00:02Z');
  expect(withAvailability(third, { status: 'True', reason: 'B', message: '' }, 9000)).toBe(third);
});
