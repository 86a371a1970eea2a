import { expect, it } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { Throttle } from './throttle.js';

it('data passes at the rate, and not faster', async () => {
  const clock = new ManualClock();
  const throttle = new Throttle(1000, clock);
  const seen: string[] = [];
  throttle.on('data', (chunk: Buffer) => seen.push(`${clock.monotonic()} ${chunk.length}`));
  throttle.write(Buffer.alloc(500));
  throttle.write(Buffer.alloc(2000));
  throttle.write(Buffer.alloc(1));
  throttle.end();
  await clock.advance(10_000);
  expect(seen).toEqual(['0 500', '500 2000', '2500 1']);
});

it('a connection that ends leaves no timer', async () => {
  const clock = new ManualClock();
  const throttle = new Throttle(1, clock);
  throttle.resume();
  throttle.write(Buffer.alloc(10));
  throttle.write(Buffer.alloc(10));
  await new Promise(setImmediate);
  expect(clock.waiting).toHaveLength(1);
  throttle.destroy();
  await new Promise(setImmediate);
  expect(clock.waiting).toEqual([]);
});
