import { expect, test } from 'vitest';
import { systemClock } from '../../apimachinery/clock/index.js';
import { WriteLocks } from './write-locks.js';

/** A clock whose timers fire when the test says so. */
function manualClock() {
  const timers = new Map<() => void, number>();
  const after = (milliseconds: number, callback: () => void) => {
    timers.set(callback, milliseconds);
    return () => timers.delete(callback);
  };
  /** Fires the oldest timer of this length, and those that it starts. */
  const fire = (milliseconds: number, times = 1) => {
    for (let time = 0; time < times; time++) {
      const [timer] = [...timers].find(([, length]) => length === milliseconds) ?? [];
      if (timer) timers.delete(timer);
      timer?.();
    }
  };
  return { clock: { ...systemClock, after }, timers, fire };
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

test('a lock is passed on when its holder takes too long, and again when the next one does', async () => {
  const { clock, fire, timers } = manualClock();
  const locks = new WriteLocks(clock);
  const releaseFirst = await locks.acquire('a');
  const [second, third, fourth] = [locks.acquire('a'), locks.acquire('a'), locks.acquire('a')];
  fire(10, 10);
  const releaseSecond = await second;
  releaseFirst();
  let isThird = false;
  void Promise.resolve(third).then(() => {
    isThird = true;
  });
  await Promise.resolve();
  expect(isThird).toBe(false);
  fire(10, 10);
  const releaseThird = await third;
  releaseSecond();
  releaseThird();
  (await fourth)();
  expect(timers.size).toBe(0);
  expect(locks.acquire('a')).toBeInstanceOf(Function);
});

test('a holder keeps the lock while the event loop is too busy to let it proceed', async () => {
  const { clock, fire } = manualClock();
  const locks = new WriteLocks(clock);
  await locks.acquire('a');
  let isSecond = false;
  void Promise.resolve(locks.acquire('a')).then(() => {
    isSecond = true;
  });
  fire(10, 9); // however late they are
  await Promise.resolve();
  expect(isSecond).toBe(false);
});

test('a writer that has waited too long proceeds, and holds nothing', async () => {
  const { clock, fire } = manualClock();
  const locks = new WriteLocks(clock);
  const releaseFirst = await locks.acquire('a');
  const second = locks.acquire('a');
  const third = locks.acquire('a');
  fire(3000);
  (await second)();
  expect(locks.acquire('a')).toBeInstanceOf(Promise);
  releaseFirst();
  expect(await third).toBeInstanceOf(Function);
});

test('a writer that retries goes before those that have not begun', async () => {
  const locks = new WriteLocks(systemClock);
  const release = await locks.acquire('a');
  const order: string[] = [];
  const write = async (name: string, isRetry: boolean) => {
    const releaseThis = await locks.acquire('a', { isRetry });
    order.push(name);
    releaseThis();
  };
  const all = [write('first', false), write('first retry', true), write('second', false), write('second retry', true)];
  release();
  await Promise.all(all);
  expect(order).toEqual(['first retry', 'second retry', 'first', 'second']);
});
