import { expect, test } from 'vitest';
import { someAtATime } from './index.js';

test('the results are in the order of the items, and at most 32 calls run together', async () => {
  let [running, most] = [0, 0];
  const items = Array.from({ length: 500 }, (_, index) => index);
  const results = await someAtATime(items, async (item) => {
    running++;
    most = Math.max(most, running);
    for (let turns = item % 7; turns > 0; turns--) await Promise.resolve();
    running--;
    return item * 2;
  });
  expect(results).toEqual(items.map((item) => item * 2));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(32);
});

test('after a failure there are no more calls', async () => {
  let calls = 0;
  const failing = someAtATime(Array.from({ length: 500 }), async () => {
    calls++;
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(calls).toBeLessThanOrEqual(32);
});

test('calls that take much time together let others run', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await someAtATime(Array.from({ length: 50 }), async () => {
    const end = performance.now() + 4;
    while (performance.now() < end);
  });
  isOver = true;
  expect(turns).toBeGreaterThan(20);
});
