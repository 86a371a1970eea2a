import { describe, expect, it } from 'vitest';
import { expectLinear } from './growth.test.support.js';
import { startStopwatch } from './machine-speed.test.support.js';

describe('expectLinear', () => {
  const spaces = (size: number) => `a${' '.repeat(size)}b`;

  it('finds a pattern that starts over at each character', async () => {
    const run = (text: string) => text.replace(/ +$/, '');
    await expect(expectLinear('trim', { make: spaces, run })).rejects.toThrow(
      /^trim: takes longer than 50 ms: 8192 in/,
    );
  });

  it('finds quadratic growth well below the bound', async () => {
    const run = (items: number[]) => items.filter((item, at) => items.indexOf(item) === at);
    const make = (size: number) => Array.from({ length: size }, (_, at) => at);
    const growth = { make, run, upTo: 10_000, within: 10_000 };
    await expect(expectLinear('distinct', growth)).rejects.toThrow(/the time grows faster than n log n: 1250 in/);
  });

  it('finds it in a function that waits, and in one that throws', async () => {
    const slow = (text: string) => / +$/.exec(text);
    const waits = async (text: string) => await Promise.resolve(slow(text));
    const throws = (text: string) => {
      slow(text);
      throw new Error('refused');
    };
    for (const run of [waits, throws]) {
      await expect(expectLinear('trim', { make: spaces, run, upTo: 8192 })).rejects.toThrow(/grows|longer/);
    }
  });

  it('grants more time to a slow machine, but does not take growth for slowness', async () => {
    const atFactor = (cpu: number) => ({ slowness: () => ({ cpu, wall: cpu }) });
    const spin = (milliseconds: number) => {
      for (const elapsed = startStopwatch(); elapsed().cpu < milliseconds; );
    };
    const flat = { make: (size: number) => size, run: () => spin(6), within: 5 };
    await expect(expectLinear('spin', { ...flat, ...atFactor(1) })).rejects.toThrow(/takes longer than 5 ms/);
    await expectLinear('spin', { ...flat, ...atFactor(3) });
    const quadratic = { make: (size: number) => size, upTo: 8, run: (size: number) => spin(size * size) };
    await expect(expectLinear('spin', { ...quadratic, ...atFactor(3) })).rejects.toThrow(/grows faster than n log n/);
  });

  it('is content with a scan from end to end, and with sorting', async () => {
    await expectLinear('trimEnd', { make: spaces, run: (text) => text.trimEnd(), upTo: 1 << 20 });
    const make = (size: number) => Array.from({ length: size }, (_, at) => (at * 7919) % size);
    await expectLinear('sort', { make, run: (items) => items.toSorted((a, b) => a - b), within: 500 });
  });
});
