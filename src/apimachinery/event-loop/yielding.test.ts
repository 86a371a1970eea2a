import { expect, test } from 'vitest';
import { systemClock } from '../clock/index.js';
import { runAtOnce, runYielding, type Steps } from './steps.js';
import {
  beginStages,
  measureIterationsWith,
  shouldYield,
  shouldYieldBetweenStages,
  yieldToEventLoop,
} from './yielding.js';

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('work should yield ten milliseconds after the first check in an iteration', async () => {
  await yieldToEventLoop();
  expect(shouldYield()).toBe(false);
  work(12);
  expect(shouldYield()).toBe(true);
});

test('it need not yield in the next iteration', async () => {
  shouldYield();
  work(12);
  await yieldToEventLoop();
  expect(shouldYield()).toBe(false);
});

test('other events are handled in between', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  await yieldToEventLoop();
  order.push('work');
  expect(order).toEqual(['other', 'work']);
});

test('steps have the same result whether they run synchronously or yield', async () => {
  function* steps(): Steps<number> {
    let sum = 0;
    for (let step = 1; step <= 3; step++) {
      sum += step;
      work(6);
      yield;
    }
    return sum;
  }
  let iterations = 0;
  const count = setInterval(() => iterations++, 0);
  expect(runAtOnce(steps())).toBe(6);
  expect(iterations).toBe(0);
  expect(await runYielding(steps())).toBe(6);
  clearInterval(count);
  expect(iterations).toBeGreaterThan(0);
});

test('stages of small objects do not yield; those of a large one do, and of what runs beside it', async () => {
  // Later than the large objects of other tests in this process.
  let now = systemClock.monotonic() + 60_000;
  measureIterationsWith({ monotonic: () => now });
  try {
    await yieldToEventLoop();
    beginStages(1000);
    now += 12;
    expect([shouldYield(), shouldYieldBetweenStages()]).toEqual([true, false]);
    beginStages(100_000);
    expect(shouldYieldBetweenStages()).toBe(true);
    await yieldToEventLoop();
    expect(shouldYieldBetweenStages()).toBe(false);
  } finally {
    measureIterationsWith(systemClock);
  }
});
