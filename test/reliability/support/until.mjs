import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `condition` returns something truthy, and returns that; fails after `seconds`. */
export async function until(what, condition, { seconds = 120 } = {}) {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (performance.now() > deadline) throw new Error(`after ${seconds} s still not: ${what}`);
    await pause(5);
  }
}

/** Runs `work` on each of the items, `width` at a time. */
export async function inParallel(items, width, work) {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

export const numbers = (count) => Array.from({ length: count }, (_, index) => index);
