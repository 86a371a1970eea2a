import { expect, test } from 'vitest';
import { systemClock } from '../../apimachinery/clock/index.js';
import { WriteLocks } from './write-locks.js';

/** A clock whose timers fire when the test says so. */
function manualClock() {
  const timers = new Set<() => void>();
  const after = (_milliseconds: number, callback: () => void) => {
    timers.add(callback);
    return () => timers.delete(callback);
  };
  return { clock: { ...systemClock, after }, timers };
}

test('an object that is not locked is locked at once, others are independent of it', () => {
  const locks = new WriteLocks(systemClock);
  expect(locks.acquire('a')).toBeInstanceOf(Function);
  expect(locks.acquire('b')).toBeInstanceOf(Function);
  expect(locks.acquire('a')).toBeInstanceOf(Promise);
});

test('writers acquire a lock in the order of their arrival', async () => {
  const { clock, timers } = manualClock();
  const locks = new WriteLocks(clock);
  const order: string[] = [];
  const write = async (name: string) => {
    const release = await locks.acquire('a');
    order.push(name);
    await Promise.resolve();
    release();
    release();
  };
  await Promise.all(['first', 'second', 'third'].map(write));
  expect(order).toEqual(['first', 'second', 'third']);
  expect(timers.size).toBe(0);
  expect(locks.acquire('a')).toBeInstanceOf(Function);
});

test('a writer that has waited too long proceeds, and holds nothing', async () => {
  const { clock, timers } = manualClock();
  const locks = new WriteLocks(clock);
  const releaseFirst = await locks.acquire('a');
  const second = locks.acquire('a');
  const third = locks.acquire('a');
  const [timeOut] = timers;
  timeOut?.();
  (await second)();
  expect(locks.acquire('a')).toBeInstanceOf(Promise);
  releaseFirst();
  expect(await third).toBeInstanceOf(Function);
});
