import { describe, expect, test } from 'vitest';
import { systemClock } from './clock.js';
import { ManualClock } from './manual-clock.test.support.js';
import { every, nextIteration, sleep } from './waiting.js';

describe('the system clock', () => {
  test('calls back after the time, and not once that is taken back', async () => {
    const calls: string[] = [];
    const cancel = systemClock.after(1, () => calls.push('cancelled'));
    cancel();
    await new Promise<void>((resolve) => systemClock.after(2, resolve, { unref: true }));
    expect(calls).toEqual([]);
  });

  test('does not call back at once what is due in more than 24 days', async () => {
    let isCalled = false;
    const cancel = systemClock.after(2 ** 31, () => {
      isCalled = true;
    });
    await nextIteration(systemClock);
    await sleep(systemClock, 5);
    cancel();
    expect(isCalled).toBe(false);
  });
});

describe('every', () => {
  test('calls back at each interval until it is ended, even by what it calls', async () => {
    const clock = new ManualClock();
    const times: number[] = [];
    const end = every(clock, 10, () => {
      times.push(clock.monotonic());
      if (times.length === 3) end();
    });
    await clock.advance(100);
    expect(times).toEqual([10, 20, 30]);
    expect(clock.waiting).toEqual([]);
  });
});

describe('sleep', () => {
  test('rejects with the reason of a signal and leaves no timer', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const sleeping = sleep(clock, 1000, controller);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(sleep(clock, 1000, controller)).rejects.toBe(reason);
    expect(clock.waiting).toEqual([]);
  });
});
