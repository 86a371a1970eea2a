import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Repeating } from './repeating.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task runs periodically, sooner after a failure, and lasting failures are reported', async () => {
  const started = Date.now();
  const times: number[] = [];
  const errors: unknown[] = [];
  let isFailing = true;
  const task = async (): Promise<void> => {
    times.push(Date.now() - started);
    if (isFailing) throw new Error('not yet');
  };
  const onError = (error: unknown): unknown => errors.push(error);
  const repeating = new Repeating({ task, firstMilliseconds: 0, everyMilliseconds: 4_000, onError });
  repeating.start();
  await vi.advanceTimersByTimeAsync(6_300);
  expect([times, errors.length]).toEqual([[0, 100, 300, 700, 1_500, 3_100, 6_300], 1]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([times.at(-1), errors.length]).toEqual([10_300, 2]);
  isFailing = false;
  await vi.advanceTimersByTimeAsync(8_000);
  isFailing = true;
  await vi.advanceTimersByTimeAsync(4_100);
  expect(times.slice(-4)).toEqual([14_300, 18_300, 22_300, 22_400]);
  await repeating.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times.at(-1)).toBe(22_400);
});
